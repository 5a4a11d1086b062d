import { z } from 'zod'
import { runRequest, type RequestParts } from './run-request.ts'

const MAX_PAGES = 256
const MAX_ENTRIES = 20_000

export interface ListOf<Item> {
  method: 'prompts/list' | 'resources/list' | 'resources/templates/list'
  /** The field of the result that holds the entries. */
  field: 'prompts' | 'resources' | 'resourceTemplates'
  /** What the entries are called in a log line. */
  noun: string
  item: z.ZodType<Item>
  /** What must not come twice. */
  keyOf(item: Item): string
}

/**
 * All pages of a list (MCP server/utilities/pagination; cursors are opaque). Entries that cannot be
 * used, and whatever is over the bounds, are left out with a line in the log.
 */
export async function readList<Item>(
  parts: RequestParts,
  list: ListOf<Item>,
  signal: AbortSignal,
): Promise<Item[]> {
  const { log } = parts.context
  const items = new Map<string, Item>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && items.size < MAX_ENTRIES; page += 1) {
    const { entries, nextCursor } = await readPage(parts, { list, cursor }, signal)
    for (const entry of entries) {
      const parsed = list.item.safeParse(entry)
      if (!parsed.success) {
        const issue = parsed.error.issues[0]
        log.say(
          'warning',
          `One of the ${list.noun} is left out: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
        )
      } else if (items.size < MAX_ENTRIES && !items.has(list.keyOf(parsed.data)))
        items.set(list.keyOf(parsed.data), parsed.data)
    }
    // A cursor that comes again would lead in a circle.
    if (nextCursor === undefined || cursors.has(nextCursor)) return [...items.values()]
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  log.say('warning', `There are more ${list.noun} than are read; the first ${items.size} are used.`)
  return [...items.values()]
}

async function readPage(
  parts: RequestParts,
  { list, cursor }: { list: ListOf<unknown>; cursor: string | undefined },
  signal: AbortSignal,
): Promise<{ entries: unknown[]; nextCursor: string | undefined }> {
  const schema = z.looseObject({
    [list.field]: z.array(z.unknown()),
    nextCursor: z.string().optional(),
  })
  const params = cursor === undefined ? {} : { cursor }
  const page: Record<string, unknown> = await runRequest(
    parts,
    {
      what: `the request for its ${list.noun}`,
      run: (client, options) => client.request({ method: list.method, params }, schema, options),
    },
    signal,
  )
  const entries = page[list.field]
  const next = page['nextCursor']
  return {
    entries: Array.isArray(entries) ? entries : [],
    nextCursor: typeof next === 'string' ? next : undefined,
  }
}
