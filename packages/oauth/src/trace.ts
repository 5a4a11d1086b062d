import type { SignInStep, SignInView } from '@gatehouse/domain'

/** What a sign-in did, step by step, for a person who looks for a fault. Holds no secrets. */
export interface SignInTrace {
  note(step: SignInStep, text: string): void
  /** An unrelated request reached the redirect address: any program can send one, any number of times. */
  recordUnexpectedRequest(why: string): void
  lines(): SignInView['trace']
}

const MAX_LINES = 60
/** Of the first ones, when there are too many: what is left out is in the middle. */
const FIRST_LINES = 30
const MAX_CHARACTERS = 500
/** What would make one line read as another, or as two, where it is copied to. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function lineOf(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(UNREADABLE, '\u{FFFD}')
}

export function createTrace(now: () => number): SignInTrace {
  const lines: SignInView['trace'] = []
  const unexpected = new Map<string, { line: SignInView['trace'][number]; count: number }>()
  let seq = 0

  function add(step: SignInStep, text: string): SignInView['trace'][number] {
    seq += 1
    const line = { seq, at: now(), step, text: lineOf(text) }
    lines.push(line)
    if (lines.length > MAX_LINES) lines.splice(FIRST_LINES, 1)
    return line
  }

  return {
    note: (step, text) => void add(step, text),
    recordUnexpectedRequest(why) {
      const text = `a request to the redirect address was not used (${why})`
      const known = unexpected.get(why)
      if (known) {
        known.count += 1
        known.line.text = `${text}, ${known.count} times`
      } else unexpected.set(why, { line: add('callback', text), count: 1 })
    },
    lines: () => lines.map((line) => ({ ...line })),
  }
}
