import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Deletions in an exported record of activity: which entries were deleted as old, and what is left beside them. */
const deletionSchema = z.object({
  kind: z.literal('record-cut'),
  cut: z.object({
    first: z.number(),
    through: z.number(),
    previous: z.string(),
    head: z.string(),
    fault: z.object({ record: z.number() }).nullable(),
  }),
})

type ExportedDeletion = z.infer<typeof deletionSchema>['cut']

const ENTRY =
  /^\{"record":(\d{1,15}),"previous":"([0-9a-f]{64}|)","hash":"([0-9a-f]{64}|)","entry":(.*)\}$/s
const END = /^\{"records":(\d{1,15}),"head":"([0-9a-f]{64}|)"\}$/

export type ExportCheck = {
  records: number
  unchained: number
  /** The number of the last entry that was deleted as old; 0 for none. */
  deleted: number
  head: string
  faults: string[]
}

/**
 * Holds an exported record of activity against itself, line by line: the hash of each entry is the
 * SHA-256, in hex, of the hash before it, a line feed and the entry's text as it stands in the line.
 * The last line says how many there are. Entries may be missing where the last deletion in the file says so.
 * Names the first thing that is wrong: behind it nothing is known.
 */
export async function verifyExport(input: NodeJS.ReadableStream): Promise<ExportCheck> {
  const reader = new ExportReader()
  let at = 0
  for await (const line of linesOf(input)) {
    at += 1
    reader.take(line, at)
  }
  return reader.result(at)
}

class ExportReader {
  readonly #found = { records: 0, unchained: 0, head: '' }
  readonly #breaks: ChainBreak[] = []
  #deletion: ExportedDeletion | undefined
  #fault: { line: number; words: string } | undefined
  #number = 0
  #ended = false

  take(line: string, at: number): void {
    const words = this.#faultOf(line, at)
    if (words !== undefined) this.#fault ??= { line: at, words }
  }

  result(lines: number): ExportCheck {
    const deletion = this.#deletion
    const isOpen = (one: ChainBreak): boolean =>
      deletion === undefined || !isGapFromDeletion(deletion, one)
    const open = this.#breaks.find(isOpen)
    const faults: string[] = []
    if (open && open.line <= (this.#fault?.line ?? open.line))
      faults.push(`Line ${open.line}: it does not follow the entry before it.`)
    else if (this.#fault) faults.push(`Line ${this.#fault.line}: ${this.#fault.words}.`)
    else if (!this.#ended) faults.push(`The file ends after line ${lines}, before its last line.`)
    else if (deletion?.fault)
      faults.push(
        `Entry ${deletion.fault.record}, or one before it, was changed or missing when it was deleted as old.`,
      )
    return { ...this.#found, deleted: deletion?.through ?? 0, faults }
  }

  /** The fault of a line. Behind the first fault only deletions are read: they may explain breaks before it. */
  #faultOf(line: string, at: number): string | undefined {
    if (this.#ended) return 'there is more behind the last line'
    const [, record = '', previous = '', hash = '', entry = ''] = ENTRY.exec(line) ?? []
    const deletion = deletionOf(entry)
    if (this.#fault) {
      this.#deletion = deletion ?? this.#deletion
      return undefined
    }
    const end = END.exec(line)
    if (end) return this.#endOf(Number(end[1]), end[2])
    if (record === '') return 'it is no entry of an exported activity'
    const link = { at, record: Number(record), previous, hash }
    const fault = this.#placeOf(link)
    if (fault !== undefined) return fault
    if (hash !== '' && hash !== hashOf(previous, entry)) return `entry ${record} was changed`
    const found = this.#found
    this.#number = link.record
    found.records += 1
    found.unchained += hash === '' ? 1 : 0
    found.head = hash
    this.#deletion = deletion ?? this.#deletion
    return undefined
  }

  /** The fault in the position of an entry. */
  #placeOf(link: {
    at: number
    record: number
    previous: string
    hash: string
  }): string | undefined {
    const { at, record, previous, hash } = link
    const { records, head } = this.#found
    const after = this.#number
    if (previous !== head) {
      if (record <= after) return 'it does not follow the entry before it'
      this.#breaks.push({ line: at, after, record, previous })
      return undefined
    }
    if (hash === '') return head === '' ? undefined : 'its hash was taken away'
    // Entries from before the chain may leave gaps.
    const mayBeApart = head === '' && records > 0
    if (record === after + 1 || mayBeApart) return undefined
    if (records > 0) return `entry ${after + 1} is missing`
    this.#breaks.push({ line: at, after, record, previous })
    return undefined
  }

  #endOf(records: number, head: string | undefined): string | undefined {
    this.#ended = true
    const found = this.#found
    if (records === found.records && head === found.head) return undefined
    return `it ends with ${records} records and another last hash, but there are ${found.records}`
  }
}

/** Split at line feeds alone: the module `readline` of Node 24 ends lines at U+2028 as well, and JSON does not. */
async function* linesOf(input: NodeJS.ReadableStream) {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

const hashOf = (previous: string, entry: string) =>
  createHash('sha256').update(`${previous}\n${entry}`).digest('hex')

/** The deletion that an entry records. Only the last one names the entries that are missing. */
function deletionOf(entry: string): ExportedDeletion | undefined {
  if (!entry.includes('"kind":"record-cut"')) return undefined
  try {
    return deletionSchema.safeParse(JSON.parse(entry)).data?.cut
  } catch {
    return undefined
  }
}

/** A place in the file where an entry does not follow the one before it. */
interface ChainBreak {
  line: number
  /** The numbers of the entries on both sides; 0 before the first. */
  after: number
  record: number
  /** The hash before the entry, as the entry states it. */
  previous: string
}

/**
 * True if entries were deleted here: at the start of the file, or, if the deletion was interrupted, after the
 * entries that it had not reached.
 */
function isGapFromDeletion(
  deletion: ExportedDeletion,
  { after, record, previous }: ChainBreak,
): boolean {
  if (after === 0 && record === deletion.first) return previous === deletion.previous
  return (
    record === deletion.through + 1 &&
    previous === deletion.head &&
    (after === 0 || (after >= deletion.first && after < deletion.through))
  )
}
