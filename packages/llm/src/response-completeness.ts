/**
 * Reads how complete a response of the Responses API is, which the SDK does not pass on: each item of the output has a
 * `status`, and so has the response (https://platform.openai.com/docs/api-reference/responses-streaming).
 */
import { z } from 'zod'

const itemDone = z.object({
  type: z.literal('response.output_item.done'),
  item: z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    status: z.enum(['in_progress', 'incomplete']),
  }),
})

/** A call, or the whole response, that the event marks as incomplete; `undefined` for every other event. */
export function incompletePart(
  event: unknown,
): 'incomplete-response' | { callId: string } | undefined {
  if (typeof event !== 'object' || event === null || !('type' in event)) return undefined
  if (event.type === 'response.incomplete') return 'incomplete-response'
  const done = itemDone.safeParse(event)
  return done.success ? { callId: done.data.item.call_id } : undefined
}
