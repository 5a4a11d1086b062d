import { MESSAGE_BUDGET, type JsonProblem } from '@gatehouse/domain'

/** A message of a server that breaks the rules of `parseJson`, and the request it would have answered. */
export interface RefusedMessage {
  problem: JsonProblem
  /** Absent: it answers nothing, or it cannot be seen what it answers. */
  answers?: string | number
}

/** Characters of each end of a message in which its id is looked for. */
const MAX_LOOKED_AT = 8192
/** What the host and the SDK give out as ids. */
const ID = String.raw`"id"\s*:\s*(\d{1,15}|"[\w:./-]{1,100}")`
const LAST_ID = new RegExp(String.raw`${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?}\s*$`)
const FIRST_ID = new RegExp(String.raw`^\s*{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}\s*,`)

export function refusedMessage(problem: JsonProblem, text: string): RefusedMessage {
  const answers = answeredId(text.slice(0, MAX_LOOKED_AT), text.slice(-MAX_LOOKED_AT))
  return { problem, ...(answers === undefined ? {} : { answers }) }
}

/** The problem of a message of which only the size is known. */
export function tooLargeProblem(bytes: number, limit = MESSAGE_BUDGET.bytes): JsonProblem {
  const message = `It is ${bytes} bytes long; at most ${limit} bytes are read.`
  return { code: 'json/too-large', message, offset: limit, limit }
}

/** The id that an answer names, seen only by its ends: serialisers write it first or last. */
export function answeredId(head: string, tail: string): string | number | undefined {
  // A request or a notification; the word in a result is behind its id, or further down.
  if (/^\s*{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"method"\s*:/.test(head)) return undefined
  const id = (FIRST_ID.exec(head) ?? LAST_ID.exec(tail))?.[1]
  if (id === undefined || isRequest(head)) return undefined
  return id.startsWith('"') ? id.slice(1, -1) : Number(id)
}

function isRequest(head: string): boolean {
  return new RegExp(`${FIRST_ID.source}\\s*"method"\\s*:`).test(head)
}
