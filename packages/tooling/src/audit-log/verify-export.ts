import { createHash } from 'node:crypto'

const ENTRY =
  /^\{"record":(\d{1,15}),"previous":"([0-9a-f]{64}|)","hash":"([0-9a-f]{64}|)","entry":(.*)\}$/s
const END = /^\{"records":(\d{1,15}),"head":"([0-9a-f]{64}|)"\}$/

export type ExportCheck = { records: number; unchained: number; head: string; faults: string[] }

/**
 * Holds an exported record of activity against itself, line by line: the hash of each entry is the
 * SHA-256, in hex, of the hash before it, a line feed and the entry's text as it stands in the line.
 * The last line says how many there are. Stops at the first break: behind it nothing can be said.
 */
export async function verifyExport(input: NodeJS.ReadableStream): Promise<ExportCheck> {
  const found = { records: 0, unchained: 0, head: '', faults: [] as string[] }
  let number = 0
  let ended = false
  let at = 0
  for await (const line of linesOf(input)) {
    at += 1
    const fault = ended ? 'there is more behind the last line' : take(line)
    if (fault === undefined) continue
    found.faults.push(`Line ${at}: ${fault}.`)
    break
  }
  if (!ended && found.faults.length === 0)
    found.faults.push(`The file ends after line ${at}, before its last line.`)
  return found

  /** @returns what is wrong with it */
  function take(line: string): string | undefined {
    const end = END.exec(line)
    if (end) {
      ended = true
      if (Number(end[1]) === found.records && end[2] === found.head) return undefined
      return `it ends with ${end[1]} records and another last hash, but there are ${found.records}`
    }
    const [, record = '', previous = '', hash = '', entry = ''] = ENTRY.exec(line) ?? []
    if (record === '') return 'it is no entry of an exported activity'
    const isFirst = found.records === 0
    if (previous !== found.head) return 'it does not follow the entry before it'
    if (hash === '' && found.head !== '') return 'its hash was taken away'
    if (hash !== '' && hash !== hashOf(previous, entry)) return `entry ${record} was changed`
    // Entries from before the chain may leave gaps.
    const follows = Number(record) === number + 1 || (found.head === '' && !isFirst) || hash === ''
    if (!follows) return `entry ${number + 1} is missing`
    number = Number(record)
    found.records += 1
    found.unchained += hash === '' ? 1 : 0
    found.head = hash
    return undefined
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
