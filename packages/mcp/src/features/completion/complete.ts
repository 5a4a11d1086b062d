import type { Completion, CompletionRequest } from '@gatehouse/domain'
import { z } from 'zod'
import { givenResult } from '../../message-parsing/adapt-result.ts'
import { runRequest } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'

/** Values that one response may hold (MCP server/utilities/completion). */
const MAX_VALUES = 100

/** Members that cannot be used are absent, and values that are no text. */
const completionSchema = z.object({
  completion: z
    .object({
      values: z
        .array(z.unknown())
        .transform((values) => values.filter((value) => typeof value === 'string'))
        .catch([]),
      total: z.number().optional().catch(undefined),
      hasMore: z.boolean().optional().catch(undefined),
    })
    .catch({ values: [] }),
})

/** Characters of a value: no one chooses a longer one from a list. */
const MAX_LENGTH = 1024

/** `completion/complete`; values that are too long are left out. Empty when the server completes nothing. */
export async function complete(
  parts: RequestContext,
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
  const response = await runRequest(
    parts,
    {
      what: `the request to complete "${argument.name}"`,
      run: (client, options) => client.complete(params, options),
    },
    signal,
  )
  const { completion } = completionSchema.parse(givenResult(response))
  const values = completion.values.filter(({ length }) => length <= MAX_LENGTH)
  const tooLong = completion.values.length - values.length
  if (tooLong > 0)
    parts.context.log.write(
      'warning',
      `${tooLong} values for "${argument.name}" were left out: longer than ${MAX_LENGTH} characters.`,
    )
  return {
    values: values.slice(0, MAX_VALUES),
    ...(completion.total === undefined ? {} : { total: completion.total }),
    ...(completion.hasMore === undefined ? {} : { hasMore: completion.hasMore }),
  }
}
