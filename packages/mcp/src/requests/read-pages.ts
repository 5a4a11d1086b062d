import { ProtocolError } from '@modelcontextprotocol/client'
import { isGatehouseError, LIST_BUDGET } from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import { isResponseLost } from '../message-parsing/unusable-response.ts'

/** Characters of a cursor. It is opaque, and sent back: a token, not a page. */
const MAX_CURSOR = 16_384

export interface PageBounds {
  maxPages: number
  maxEntries: number
}

export interface Page {
  entries: unknown[]
  nextCursor: string | undefined
}

/** All entries that were read, and why reading stopped early, in words for the log. */
export interface Pages {
  entries: unknown[]
  incomplete?: string
  /** The reason for which there was no further page, although the server named one: nothing is known to be missing. */
  ended?: string
}

/**
 * Reads page after page (MCP server/utilities/pagination; cursors are opaque) until there is no next
 * one. A list whose cursor is refused is read again from the start. Rejects as `read` does when
 * the first page cannot be had.
 */
export async function readPages(
  read: (cursor: string | undefined) => Promise<Page>,
  bounds: PageBounds,
): Promise<Pages> {
  const first = await readOnce(read, bounds)
  if (first.refused === undefined) return first
  const second = await readOnce(read, bounds)
  if (second.refused === undefined) return second
  const { entries, refused } = second
  return {
    entries,
    ended: `The server gave no page for its own cursor, so the list ends there: ${refused}`,
  }
}

async function readOnce(
  read: (cursor: string | undefined) => Promise<Page>,
  { maxPages, maxEntries }: PageBounds,
): Promise<Pages & { refused?: string }> {
  const entries: unknown[] = []
  const size = { bytes: 0, nodes: 0 }
  const cursors = new Set<string>()
  let cursor: string | undefined
  let last: unknown[] = []
  for (let page = 0; page < maxPages; page += 1) {
    let next: Page
    try {
      next = await read(cursor)
    } catch (error) {
      if (cursor === undefined || !isRefusal(error)) throw error
      return { entries, refused: error.message.slice(0, 300) }
    }
    const isRepeated = page > 0 && isSamePage(next.entries, last)
    if (isRepeated)
      return {
        entries,
        ended: 'The server gave the same page again, so the list ends there.',
      }
    last = next.entries
    const room = maxEntries - entries.length
    for (const entry of next.entries.slice(0, room)) {
      addSize(size, entry)
      if (size.bytes > LIST_BUDGET.bytes) return { entries, incomplete: tooMuch('bytes', entries) }
      if (size.nodes > LIST_BUDGET.nodes) return { entries, incomplete: tooMuch('nodes', entries) }
      entries.push(entry)
    }
    if (next.entries.length > room) break
    cursor = next.nextCursor
    if (cursor === undefined) return { entries }
    if (cursor.length > MAX_CURSOR)
      return {
        entries,
        incomplete: `The server gave a cursor of more than ${groupedDigits(MAX_CURSOR)} characters; the first ${entries.length} entries are used.`,
      }
    // Some servers mark their last page so.
    if (cursor === '' && cursors.has(cursor)) return { entries }
    if (cursors.has(cursor))
      return {
        entries,
        incomplete: `The server gave the same cursor twice; the first ${entries.length} entries are used.`,
      }
    if (entries.length >= maxEntries) break
    cursors.add(cursor)
  }
  return {
    entries,
    incomplete: `The list is longer than is read; the first ${entries.length} entries are used.`,
  }
}

function isSamePage(page: unknown[], before: unknown[]): boolean {
  return (
    page.length > 0 &&
    page.length === before.length &&
    page.every((entry, index) => JSON.stringify(entry) === JSON.stringify(before[index]))
  )
}

/** Rather too much than too little: characters that JSON escapes are rare in definitions. */
function addSize(size: { bytes: number; nodes: number }, entry: unknown): void {
  const open: unknown[] = [entry]
  while (open.length > 0) {
    const value = open.pop()
    size.nodes += 1
    // Quotes, a comma, a colon.
    size.bytes += typeof value === 'string' ? value.length + 3 : 6
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) size.bytes += key.length + 3
      open.push(member)
    }
  }
}

function tooMuch(what: 'bytes' | 'nodes', { length }: unknown[]): string {
  const limit = groupedDigits(LIST_BUDGET[what])
  const noun = what === 'bytes' ? 'bytes' : 'values'
  return `The list has more than ${limit} ${noun}; the first ${length} entries are used.`
}

function isRefusal(error: unknown): error is Error {
  if (error instanceof ProtocolError) return !isResponseLost(error)
  return (
    isGatehouseError(error) &&
    (error.code === 'request/refused' || error.code === 'request/invalid-response')
  )
}
