import { yieldIfBudgetSpent } from '@gatehouse/base'
import { isGatehouseError, LIST_BUDGET, type Tool } from '@gatehouse/domain'
import { connectionCancelled, connectionFailed } from '../../session/connection-error.ts'
import { createDeadline } from '../../system/timing/deadline.ts'
import { errorWords } from '../../message-parsing/describe-issue.ts'
import { readPages, type Page } from '../../requests/read-pages.ts'
import type { RequestContext } from '../../requests/connection-context.ts'
import { invalidHeaderParameter } from './header-parameters.ts'
import { parseTool } from './parse-tool.ts'
import { createLeftOutLog, givenResultSchema, pageOf } from '../../requests/read-list.ts'

const MAX_PAGES = 64

/**
 * All pages of `tools/list` (MCP 2025-11-25, server/tools). A tool that cannot be used is left out
 * with a line in the log. Rejects with `connection/failed` or `connection/cancelled`.
 */
export async function listTools(
  { session, context }: RequestContext,
  signal: AbortSignal,
): Promise<Tool[]> {
  const { options, log } = context
  if (session.info.capabilities['tools'] === undefined) return []
  const deadline = createDeadline(options.requestTimeoutMs, signal, context.timeouts)
  try {
    const { entries, incomplete, ended } = await readPages(
      (cursor) => readPage({ session, context }, cursor, deadline.signal),
      { maxPages: MAX_PAGES, maxEntries: LIST_BUDGET.tools },
    )
    if (incomplete !== undefined) log.write('warning', `Reading the tools: ${incomplete}`)
    if (ended !== undefined) log.write('info', `Reading the tools: ${ended}`)
    return await keepUsable(entries, { session, context })
  } catch (error) {
    if (signal.aborted) throw connectionCancelled(options.serverName)
    if (isGatehouseError(error)) throw error
    throw listFailure(context, error, deadline.expired() ? options.requestTimeoutMs : undefined)
  } finally {
    deadline.dispose()
  }
}

async function readPage(
  { session, context }: RequestContext,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const params = cursor === undefined ? {} : { cursor }
  const page = await session.request((client) =>
    client.request({ method: 'tools/list', params }, givenResultSchema, {
      signal,
      timeout: 2_147_483_647,
    }),
  )
  return pageOf(page, { field: 'tools', noun: 'tools', log: context.log })
}

/** A thousand long definitions are worth more than one turn of the event loop. */
async function keepUsable(
  entries: unknown[],
  { session, context }: RequestContext,
): Promise<Tool[]> {
  const tools = new Map<string, Tool>()
  const leftOut = createLeftOutLog(context.log)
  const mirrors = session.info.era === 'modern' && context.options.transport.kind === 'http'
  for (const entry of entries) {
    await yieldIfBudgetSpent()
    const parsed = parseTool(entry)
    if (!('tool' in parsed)) {
      leftOut.add(`The tool "${parsed.name}" is left out: ${parsed.reason.replace(/\.$/, '')}.`)
      continue
    }
    const { tool } = parsed
    const fault = mirrors ? invalidHeaderParameter(tool.inputSchema) : undefined
    const reason = tools.has(tool.name) ? 'another tool has the same name' : fault
    if (reason === undefined) tools.set(tool.name, tool)
    else leftOut.add(`The tool "${tool.name}" is left out: ${reason}.`)
  }
  leftOut.end()
  return [...tools.values()]
}

function listFailure(
  { options: { serverName }, log }: RequestContext['context'],
  error: unknown,
  waitedMs: number | undefined,
): Error {
  if (waitedMs !== undefined)
    return connectionFailed({
      code: 'no-response',
      waitedMs,
      message: `${serverName} did not list its tools within ${Math.round(waitedMs / 1000)} s.${log.unknownResponse() || ' Start it again, or allow it more time.'}`,
      lastLines: [],
    })
  const words = errorWords(error)
  return connectionFailed(
    {
      code: 'protocol',
      detail: words.slice(0, 300),
      message: `${serverName} could not list its tools: ${words.slice(0, 300)}`,
      lastLines: [],
    },
    error,
  )
}
