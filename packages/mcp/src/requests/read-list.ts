import { LIST_BUDGET } from '@gatehouse/domain'
import { z } from 'zod'
import { leftOutEntry } from '../message-parsing/salvage-list.ts'
import { givenResult } from '../message-parsing/adapt-result.ts'
import { describeIssues } from '../message-parsing/describe-issue.ts'
import { readPages, type Page } from './read-pages.ts'
import { runRequest } from './run-request.ts'
import { type RequestContext } from './connection-context.ts'
import type { OutputLog } from '../traffic-log/output-log.ts'

const MAX_PAGES = 256

const LIST_NAMES = {
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'templates',
} as const

export interface ListOf<Item> {
  method: 'prompts/list' | 'resources/list' | 'resources/templates/list' | 'tasks/list'
  /** The field of the result that holds the entries. */
  field: 'prompts' | 'resources' | 'resourceTemplates' | 'tasks'
  /** The name of the entries in a log line. */
  noun: string
  item: z.ZodType<Item>
  /** The key by which duplicates are dropped. */
  keyOf(item: Item): string
}

/**
 * All pages of a list (MCP server/utilities/pagination; cursors are opaque). Entries that cannot be
 * used, and whatever is over the bounds, are left out with a line in the log.
 */
export async function readList<Item>(
  parts: RequestContext,
  list: ListOf<Item>,
  signal: AbortSignal,
): Promise<Item[]> {
  const { log } = parts.context
  const { entries, incomplete, ended } = await readPages(
    (cursor) => readPage(parts, { list, cursor }, signal),
    { maxPages: MAX_PAGES, maxEntries: LIST_BUDGET.others },
  )
  if (incomplete !== undefined) log.write('warning', `Reading the ${list.noun}: ${incomplete}`)
  if (ended !== undefined) log.write('info', `Reading the ${list.noun}: ${ended}`)
  const items = new Map<string, Item>()
  const leftOut = createLeftOutLog(log)
  for (const entry of entries) {
    const refused = leftOutEntry(entry)
    if (refused) {
      leftOut.add(`One of the ${list.noun}, "${refused.name}", is left out: ${refused.reason}`)
      continue
    }
    const parsed = list.item.safeParse(entry)
    if (!parsed.success) {
      const reason = describeIssues(parsed.error.issues, { given: entry })
      leftOut.add(`One of the ${list.noun}${labelOf(entry)} is left out: ${reason}.`)
    } else if (!items.has(list.keyOf(parsed.data))) items.set(list.keyOf(parsed.data), parsed.data)
  }
  leftOut.end()
  return [...items.values()]
}

async function readPage(
  parts: RequestContext,
  { list, cursor }: { list: ListOf<unknown>; cursor: string | undefined },
  signal: AbortSignal,
): Promise<Page> {
  const params = cursor === undefined ? {} : { cursor }
  const page = await runRequest(
    parts,
    {
      what: `the request for its ${list.noun}`,
      run: (client, options) =>
        client.request({ method: list.method, params }, givenResultSchema, options),
    },
    signal,
  )
  noteFreshness(parts, list.field, page['ttlMs'])
  return pageOf(page, { field: list.field, noun: list.noun, log: parts.context.log })
}

/** Any result, as the server sent it. */
export const givenResultSchema = z.record(z.string(), z.unknown()).transform(givenResult)

/** One page of a list; without a list it is empty, and the log says so. */
export function pageOf(
  page: Record<string, unknown>,
  { field, noun, log }: { field: string; noun: string; log: Pick<OutputLog, 'write'> },
): Page {
  const { [field]: entries, nextCursor } = page
  if (!Array.isArray(entries))
    log.write('info', `Reading the ${noun}: \`${field}\` is no list; it counts as an empty one.`)
  return {
    entries: Array.isArray(entries) ? entries : [],
    nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined,
  }
}

function labelOf(entry: unknown): string {
  const { name, uri } = (entry ?? {}) as { name?: unknown; uri?: unknown }
  const label = typeof name === 'string' && name !== '' ? name : uri
  return typeof label === 'string' ? `, "${label.slice(0, 128)}",` : ''
}

/**
 * Records the time for which a page may be used (MCP 2026-07-28, caching); nothing is read again by itself for it.
 */
function noteFreshness(
  { session, context }: RequestContext,
  field: ListOf<unknown>['field'],
  ttlMs: unknown,
): void {
  if (session.info.era !== 'modern' || field === 'tasks') return
  if (typeof ttlMs === 'number' && Number.isFinite(ttlMs))
    context.options.listener.onListFresh?.(LIST_NAMES[field], ttlMs)
}

/** Entries of one list that are named when they are left out. */
const MAX_NAMED = 20

/** Notes what is left out of a list: the first by name, the rest by number. */
export interface LeftOutLog {
  add(note: string): void
  /** Adds how many were not named. */
  end(): void
}

export function createLeftOutLog(log: Pick<OutputLog, 'write'>): LeftOutLog {
  let count = 0
  return {
    add(note) {
      count += 1
      if (count <= MAX_NAMED) log.write('warning', note)
    },
    end() {
      if (count > MAX_NAMED)
        log.write('warning', `${count - MAX_NAMED} more entries of this list are left out.`)
    },
  }
}
