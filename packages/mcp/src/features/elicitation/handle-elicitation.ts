import { yieldIfBudgetSpent } from '@gatehouse/base'
import type { Client } from '@modelcontextprotocol/client'
import { jsonObjectSchema } from '@gatehouse/domain'
import {
  elicitationContentSchema,
  elicitationFormSchema,
  elicitationRequestSchema,
  excessOfFields,
  type ElicitationAnswer,
  type ElicitationRequest,
} from '@gatehouse/domain/server-requests'
import type { ClientFeatures } from '@gatehouse/host/ports'
import { z } from 'zod'
import { describeIssues } from '../../message-parsing/describe-issue.ts'
import { copyPrefix } from '../../message-parsing/text-prefix.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import { askHost, type HandlerContext } from '../../requests/handler-support/ask-host.ts'
import {
  requestRefusal,
  assertWithinSizeLimit,
  invalidParams,
} from '../../requests/handler-support/request-refusal.ts'

const INTERNAL_ERROR = -32_603

/** Characters of a message that are shown with a form that cannot be. */
const MAX_MESSAGE = 8000

/** Handles `elicitation/create` in the modes that are declared. Call before connecting. */
export function handleElicitation(client: Client, parts: HandlerContext): void {
  const { clientFeatures, onRequest } = parts.options
  const { elicitation } = clientFeatures
  if (!elicitation.form && !elicitation.url) return
  client.setRequestHandler('elicitation/create', { params: anyParams }, (params, { mcpReq }) =>
    answerElicitation(params, { modes: elicitation, log: parts.log }, (request) =>
      askHost(parts, {
        what: 'the request',
        run: (context, signal) => onRequest.elicit(request, context, signal),
        signal: mcpReq.signal,
        id: mcpReq.id,
      }),
    ),
  )
}

/** Read by the schemas of the host alone: those of the client refuse a form for one keyword. */
const anyParams = z.looseObject({})

interface Elicitation {
  modes: ClientFeatures['elicitation']
  log: Pick<OutputLog, 'write'>
}

/**
 * `elicitation/create` (MCP 2025-11-25 and 2026-07-28, client/elicitation): a mode that was not declared is refused;
 * a form that cannot be shown is named to the person, who may only decline; the answer is checked against the form.
 */
async function answerElicitation(
  params: Record<string, unknown>,
  { modes, log }: Elicitation,
  ask: (request: ElicitationRequest) => Promise<ElicitationAnswer>,
) {
  const { mode = 'form', message, requestedSchema } = params
  if (mode === 'url') return answerPage({ ...params, mode }, modes, ask)
  if (mode !== 'form' || !modes.form)
    throw invalidParams(`Mode "${String(mode).slice(0, 64)}" was not declared.`)
  const given = typeof message === 'string' ? message : ''
  const tooLarge = sizeProblem(params)
  await yieldIfBudgetSpent()
  const form = tooLarge === undefined ? elicitationFormSchema.safeParse(requestedSchema) : undefined
  if (form?.success !== true) {
    const excess = form && excessOfFields(form.error)
    const fault = form ? describeIssues(form.error.issues, { given: requestedSchema }) : tooLarge
    const unreadable = `${fault ?? 'It cannot be read'}.`
    log.write('warning', `A form of the server cannot be shown: ${unreadable}`)
    const shown = copyPrefix(given, MAX_MESSAGE)
    const bare = { mode: 'form' as const, message: shown, requestedSchema: {} }
    const { action } = await ask({ ...bare, unreadable, ...(excess ? { excess } : {}) })
    // There was nothing to accept.
    return { action: action === 'accept' ? ('cancel' as const) : action }
  }
  await yieldIfBudgetSpent()
  const request = { mode: 'form' as const, message: given, requestedSchema: {} }
  const answer = await ask({ ...request, requestedSchema: jsonObjectSchema.parse(form.data) })
  if (answer.action !== 'accept') return { action: answer.action }
  const content = elicitationContentSchema(form.data).safeParse(answer.content ?? {})
  // The host checks before it settles the ask; this keeps a wrong answer from being sent.
  if (!content.success)
    throw requestRefusal(INTERNAL_ERROR, 'The answer does not fit the form.', 'host')
  return { action: answer.action, content: withoutAbsent(content.data) }
}

async function answerPage(
  params: Record<string, unknown>,
  modes: ClientFeatures['elicitation'],
  ask: (request: ElicitationRequest) => Promise<ElicitationAnswer>,
) {
  assertWithinSizeLimit(params)
  const parsed = elicitationRequestSchema.safeParse(params)
  if (!parsed.success)
    throw invalidParams(
      `The request could not be read: ${describeIssues(parsed.error.issues, { given: params })}.`,
    )
  if (parsed.data.mode !== 'url' || !URL.canParse(parsed.data.url))
    throw invalidParams('The URL is none.')
  if (!modes.url) throw invalidParams('Mode "url" was not declared.')
  const { action } = await ask(parsed.data)
  return { action }
}

/** The reason for which a request is too large to be put before a person. */
function sizeProblem(params: unknown): string | undefined {
  try {
    assertWithinSizeLimit(params)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  }
}

function withoutAbsent<Value>(content: Record<string, Value | undefined>): Record<string, Value> {
  const given = Object.entries(content).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(given)
}
