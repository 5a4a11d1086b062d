import type { Client } from '@modelcontextprotocol/client'
import { jsonObjectSchema } from '@gatehouse/domain'
import {
  elicitationContentSchema,
  elicitationFormSchema,
  elicitationRequestSchema,
  type ElicitationAnswer,
  type ElicitationRequest,
} from '@gatehouse/domain/server-requests'
import type { ClientFeatures } from '@gatehouse/host/ports'
import { askHost, type HandlerContext } from '../../requests/handler-support/ask-host.ts'
import { yieldIfBudgetSpent } from '../../system/timing/event-loop.ts'
import {
  requestRefusal,
  assertWithinSizeLimit,
  invalidParams,
} from '../../requests/handler-support/request-refusal.ts'

const INTERNAL_ERROR = -32_603

/** Handles `elicitation/create` in the modes that are declared. Call before connecting. */
export function handleElicitation(client: Client, parts: HandlerContext): void {
  const { clientFeatures, onRequest } = parts.options
  const { elicitation } = clientFeatures
  if (!elicitation.form && !elicitation.url) return
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    answerElicitation(params, elicitation, (request) =>
      askHost(parts, {
        what: 'the request',
        run: (context, signal) => onRequest.elicit(request, context, signal),
        signal: mcpReq.signal,
        id: mcpReq.id,
      }),
    ),
  )
}

/**
 * `elicitation/create` (MCP 2025-11-25 and 2026-07-28, client/elicitation): a mode that was not
 * declared and a form that is not flat are refused; the answer is checked against the form.
 */
async function answerElicitation(
  params: { mode?: string | undefined },
  modes: ClientFeatures['elicitation'],
  ask: (request: ElicitationRequest) => Promise<ElicitationAnswer>,
) {
  assertWithinSizeLimit(params)
  await yieldIfBudgetSpent()
  const parsed = elicitationRequestSchema.safeParse({ ...params, mode: params.mode ?? 'form' })
  if (!parsed.success) throw invalidParams('The request could not be read.')
  const request = parsed.data
  if (!modes[request.mode]) throw invalidParams(`Mode "${request.mode}" was not declared.`)
  if (request.mode === 'url') {
    const { action } = await ask(request)
    return { action }
  }
  await yieldIfBudgetSpent()
  const form = elicitationFormSchema.safeParse(request.requestedSchema)
  if (!form.success) throw invalidParams('The requested schema is not a flat form.')
  const answer = await ask({ ...request, requestedSchema: jsonObjectSchema.parse(form.data) })
  if (answer.action !== 'accept') return { action: answer.action }
  const content = elicitationContentSchema(form.data).safeParse(answer.content ?? {})
  // The host checks before it settles the ask; this keeps a wrong answer from being sent.
  if (!content.success)
    throw requestRefusal(INTERNAL_ERROR, 'The answer does not fit the form.', 'host')
  return { action: answer.action, content: withoutAbsent(content.data) }
}

function withoutAbsent<Value>(content: Record<string, Value | undefined>): Record<string, Value> {
  const given = Object.entries(content).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(given)
}
