/* What is typed in the composer that asks for a list: `/` for prompts, `@` for resources. */

export type TriggerKind = 'prompt' | 'resource'

/** A word of the draft that begins with a trigger's mark, up to the caret. */
export interface Trigger {
  kind: TriggerKind
  /** Place of the mark in the draft. */
  start: number
  /** Text that follows the mark. */
  query: string
}

export const TRIGGER_MARKS = { prompt: '/', resource: '@' } as const

/** Characters of the longest query; what is longer is a path or an address. */
const MAX_QUERY = 100

/**
 * Characters that a mark may follow besides the start of the text: white space or punctuation of East Asian
 * scripts, which are written without spaces. An `@` also follows their letters; a `/` there is a slash (和/或).
 */
const BEFORE: Readonly<Record<TriggerKind, RegExp>> = {
  prompt:
    /[\s\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]$/u,
  resource:
    /[\s\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]$/u,
}

/** True if a mark at this place begins a trigger. */
export function isTriggerPosition(text: string, place: number, kind: TriggerKind): boolean {
  // A letter has up to two units.
  return place === 0 || BEFORE[kind].test(text.slice(Math.max(0, place - 2), place))
}

function kindOf(mark: string | undefined): TriggerKind | null {
  return mark === '/' ? 'prompt' : mark === '@' ? 'resource' : null
}

/**
 * The trigger whose word the caret is in or behind: the word that begins with a mark, else what follows the
 * last mark in it that may stand where it does.
 */
export function findTrigger(text: string, caret: number): Trigger | null {
  const from = Math.max(0, caret - MAX_QUERY - 1)
  let word = caret
  while (word > from && !/\s/.test(text[word - 1] ?? '')) word -= 1
  const triggerAt = (start: number): Trigger | null => {
    const kind = kindOf(text[start])
    if (kind === null || start >= caret || !isTriggerPosition(text, start, kind)) return null
    return { kind, start, query: text.slice(start + 1, caret) }
  }
  const first = triggerAt(word)
  if (first) return first
  for (let start = caret - 1; start > word; start -= 1) {
    const found = triggerAt(start)
    if (found) return found
  }
  return null
}

/** True if the draft still has a trigger at its place. */
export function isInText(text: string, { kind, start, query }: Trigger): boolean {
  return text.startsWith(TRIGGER_MARKS[kind] + query, start) && isTriggerPosition(text, start, kind)
}
