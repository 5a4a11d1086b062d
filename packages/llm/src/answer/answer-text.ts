import type { Answer } from './answer.ts'

/** Tags around reasoning that engines leave in the text. */
const THINK_TAGS = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['[THINK]', '[/THINK]'],
] as const
/** The end without a beginning: the template of the model wrote that one into the request. */
const LONE_END = '</think>'
/** Marks of the end that engines leave in the text. */
const END_MARKS = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|endoftext|>',
  '<|end|>',
  '<|return|>',
  '<end_of_turn>',
  '<｜end▁of▁sentence｜>',
  '</s>',
]
/** Spaces that are held back at most, before words are known to follow them. */
const MAX_HELD_SPACES = 1000
const HELD_IN_TEXT = [LONE_END, ...END_MARKS]

/**
 * The text of an answer as an engine writes it. Reasoning in tags at its head is given out as reasoning, and a mark of
 * the end is left out. What may become a tag is held back until it is known.
 */
export class AnswerText {
  readonly #answer: Answer
  #state: 'head' | 'thinking' | 'text' = 'head'
  #endTag = ''
  #held = ''
  #backticks = 0
  /** A lone end tag counts once, and not after a beginning. */
  #mayEndAlone = true

  constructor(answer: Answer) {
    this.#answer = answer
  }

  add(piece: string): void {
    this.#held += piece
    if (this.#state === 'head') this.#readHead()
    if (this.#state === 'thinking') this.#readThinking()
    if (this.#state === 'text') this.#readText()
  }

  /** Gives out what is held. */
  finish(): void {
    const held = this.#held
    this.#held = ''
    if (this.#state === 'thinking') return this.#giveReasoning(held.trimEnd())
    if (!END_MARKS.includes(held.trim())) this.#giveText(held)
  }

  #readHead(): void {
    const head = this.#held.trimStart()
    const tags = THINK_TAGS.find(([start]) => head.startsWith(start))
    if (tags) {
      const [start, end] = tags
      this.#held = head.slice(start.length)
      this.#endTag = end
      this.#mayEndAlone = false
      this.#state = 'thinking'
    } else if (
      this.#held.length > MAX_HELD_SPACES ||
      !THINK_TAGS.some(([start]) => start.startsWith(head))
    )
      this.#state = 'text'
  }

  #readThinking(): void {
    const end = this.#held.indexOf(this.#endTag)
    if (end !== -1) {
      this.#giveReasoning(this.#held.slice(0, end).trimEnd())
      this.#held = this.#held.slice(end + this.#endTag.length).trimStart()
      this.#state = 'text'
      return
    }
    // Spaces are given out once words follow them.
    const kept = this.#held.length - heldLength(this.#held, [this.#endTag])
    const known = this.#held.slice(0, kept)
    const given = this.#held.length > MAX_HELD_SPACES ? known : known.trimEnd()
    this.#giveReasoning(given)
    this.#held = this.#held.slice(given.length)
  }

  #readText(): void {
    const end = this.#mayEndAlone ? this.#held.indexOf(LONE_END) : -1
    if (end !== -1) {
      const before = this.#held.slice(0, end)
      const after = this.#held.slice(end + LONE_END.length)
      this.#mayEndAlone = false
      if (this.#isInCode(before)) return this.#readText()
      this.#giveText(before)
      this.#answer.takeTextAsReasoning()
      this.#held = after.trimStart()
      return
    }
    const kept = this.#held.length - heldLength(this.#held, HELD_IN_TEXT)
    this.#giveText(this.#held.slice(0, kept))
    this.#held = this.#held.slice(kept)
  }

  #isInCode(before: string): boolean {
    return (this.#backticks + countBackticks(before)) % 2 === 1
  }

  #giveText(text: string): void {
    // The first words after reasoning begin a line.
    const piece = this.#answer.hasText || this.#mayEndAlone ? text : text.trimStart()
    if (piece === '') return
    this.#backticks += countBackticks(piece)
    this.#answer.text(piece)
  }

  #giveReasoning(text: string): void {
    const piece = this.#answer.hasReasoning ? text : text.trimStart()
    if (piece !== '') this.#answer.reasoning(piece)
  }
}

const countBackticks = (text: string): number => text.split('`').length - 1

/** Returns how many characters at the end may be the beginning of one of the tags, or all of it. */
function heldLength(text: string, tags: readonly string[]): number {
  const longest = Math.max(...tags.map((tag) => tag.length))
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(-length)
    if (tags.some((tag) => tag.startsWith(end))) return length
  }
  return 0
}
