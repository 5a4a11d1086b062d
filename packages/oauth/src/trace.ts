import type { SignInNote, SignInView } from '@gatehouse/domain'

type Line = SignInView['trace'][number]
type SignInStep = Line['step']

/** The steps of a sign-in, for a person who looks for a fault. Holds no secrets. */
export interface SignInTrace {
  /** `note`: the same, to be said in any language. */
  note(step: SignInStep, text: string, note?: SignInNote): void
  /** An unrelated request reached the redirect address: any program can send one, any number of times. */
  recordUnexpectedRequest(why: string): void
  lines(): SignInView['trace']
}

const MAX_LINES = 60
/** First lines to keep when there are too many: those in the middle are left out. */
const FIRST_LINES = 30
const MAX_CHARACTERS = 500
/** Characters that would make a copied line read as another one, or as two. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function lineOf(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(UNREADABLE, '\u{FFFD}')
}

function noteOf({ code, values }: SignInNote): SignInNote {
  const bounded = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? lineOf(value) : value] as const,
  )
  return { code, values: Object.fromEntries(bounded) }
}

function unexpectedNote(why: string, count: number): SignInNote {
  return noteOf({ code: 'unexpected', values: { why, count } })
}

export function createTrace(now: () => number): SignInTrace {
  const lines: SignInView['trace'] = []
  const unexpected = new Map<string, { line: Line; count: number }>()
  let seq = 0

  function add(step: SignInStep, text: string, note?: SignInNote): Line {
    seq += 1
    const noteField = note === undefined ? {} : { note: noteOf(note) }
    const line: Line = { seq, at: now(), step, text: lineOf(text), ...noteField }
    lines.push(line)
    if (lines.length > MAX_LINES) lines.splice(FIRST_LINES, 1)
    return line
  }

  return {
    note: (step, text, note) => void add(step, text, note),
    recordUnexpectedRequest(why) {
      const text = `a request to the redirect address was not used (${why})`
      const known = unexpected.get(why)
      if (known) {
        known.count += 1
        known.line.text = `${text}, ${known.count} times`
        known.line.note = unexpectedNote(why, known.count)
      } else unexpected.set(why, { line: add('callback', text, unexpectedNote(why, 1)), count: 1 })
    },
    lines: () => lines.map((line) => ({ ...line })),
  }
}
