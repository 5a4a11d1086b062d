import { structuredPatch } from 'diff'

/** A line of a comparison. Its number in the text before and after, from 1; null where it is not in it. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  before: number | null
  after: number | null
  text: string
}

export interface DiffHunk {
  lines: DiffLine[]
}

export interface LineDiff {
  hunks: DiffHunk[]
  added: number
  removed: number
}

/** Lines around a change. */
const CONTEXT = 3
/** Time grows with the square of what differs. */
const MAX_EDIT_LENGTH = 400

/** The lines that differ, with three around them; null where that is too much to compare. */
export function diffLines(before: string, after: string): LineDiff | null {
  // A file that is new, or emptied, differs in every line.
  if (before === '' || after === '') return wholeDiff(before, after)
  const options = { context: CONTEXT, maxEditLength: MAX_EDIT_LENGTH }
  const patch = structuredPatch('', '', before, after, '', '', options)
  if (!patch) return null
  const hunks = patch.hunks.map((hunk) => linesOf(hunk))
  const all = hunks.flatMap(({ lines }) => lines)
  const count = (kind: DiffLine['kind']) => all.filter((line) => line.kind === kind).length
  return { hunks, added: count('added'), removed: count('removed') }
}

function wholeDiff(before: string, after: string): LineDiff {
  const kind = before === '' ? 'added' : 'removed'
  const text = before + after
  const parts = text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
  const lines = parts.map((line, at): DiffLine => {
    const number = at + 1
    return {
      kind,
      before: kind === 'removed' ? number : null,
      after: kind === 'added' ? number : null,
      text: line,
    }
  })
  const counted = { added: 0, removed: 0, [kind]: lines.length }
  return { hunks: [{ lines }], ...counted }
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = {
  ' ': 'same',
  '+': 'added',
  '-': 'removed',
}

function linesOf(hunk: { oldStart: number; newStart: number; lines: string[] }): DiffHunk {
  let { oldStart: before, newStart: after } = hunk
  return {
    // What is left is the note that a text does not end with a new line.
    lines: hunk.lines.flatMap((line): DiffLine[] => {
      const kind = KINDS[line.slice(0, 1)]
      if (!kind) return []
      return [
        {
          kind,
          before: kind === 'added' ? null : before++,
          after: kind === 'removed' ? null : after++,
          text: line.slice(1),
        },
      ]
    }),
  }
}
