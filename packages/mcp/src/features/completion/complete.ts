import type { Completion, CompletionRequest } from '@gatehouse/domain'
import { runRequest } from '../../requests/run-request.ts'
import { type RequestParts } from '../../requests/connection-context.ts'

/** Values that one response may hold (MCP server/utilities/completion). */
const MAX_VALUES = 100

/** `completion/complete`; empty when the server completes nothing. */
export async function complete(
  parts: RequestParts,
  request: CompletionRequest,
  signal: AbortSignal,
): Promise<Completion> {
  if (parts.session.info.capabilities['completions'] === undefined) return { values: [] }
  const { ref, argument, context } = request
  const params = {
    ref,
    argument,
    ...(Object.keys(context).length === 0 ? {} : { context: { arguments: context } }),
  }
  const { completion } = await runRequest(
    parts,
    {
      what: `the request to complete "${argument.name}"`,
      run: (client, options) => client.complete(params, options),
    },
    signal,
  )
  return {
    values: completion.values.slice(0, MAX_VALUES),
    ...(completion.total === undefined ? {} : { total: completion.total }),
    ...(completion.hasMore === undefined ? {} : { hasMore: completion.hasMore }),
  }
}
