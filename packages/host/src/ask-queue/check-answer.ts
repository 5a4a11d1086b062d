import {
  GatehouseError,
  type Ask,
  type AskAnswer,
  type SamplingRequestAsk,
} from '@gatehouse/domain'
import {
  elicitationContentSchema,
  elicitationFormSchema,
  messageFault,
  type ElicitationAnswer,
  type ElicitationRequest,
  type SamplingRequest,
} from '@gatehouse/domain/server-requests'

/**
 * The answer as it goes out: a form's empty fields hold their defaults. Throws `ask/wrong-kind` or
 * `ask/wrong-answer`: the person reads why, and the ask stays open.
 */
export function checkedAnswer(ask: Ask, answer: AskAnswer): AskAnswer {
  if (ask.kind !== answer.kind)
    throw new GatehouseError('ask/wrong-kind', 'The answer does not fit this request.')
  if (ask.kind === 'elicitation' && answer.kind === 'elicitation')
    return { ...answer, answer: filledForm(ask.request, answer.answer) }
  if (
    ask.kind === 'sampling-request' &&
    answer.kind === 'sampling-request' &&
    answer.answer.decision === 'run'
  )
    assertFits(ask, answer.answer.request)
  if (ask.kind === 'roots' && answer.kind === 'roots') {
    const offered = new Set(ask.folders.map((folder) => folder.path))
    if (answer.share.some((path) => !offered.has(path)))
      throw wrongAnswer('One of the folders was not among those to choose from.')
  }
  return answer
}

/** The edited request must keep its limit, and pair each tool call with its result. */
function assertFits(ask: SamplingRequestAsk, request: SamplingRequest): void {
  const { maxTokens } = ask.request
  if (request.maxTokens > maxTokens)
    throw wrongAnswer(
      `${ask.serverName} asked for at most ${maxTokens} tokens; give that many or fewer.`,
    )
  const fault = messageFault(request.messages)
  if (fault !== undefined) throw wrongAnswer(`A model would not take these messages. ${fault}`)
}

function filledForm(request: ElicitationRequest, answer: ElicitationAnswer): ElicitationAnswer {
  if (request.mode !== 'form' || answer.action !== 'accept') return answer
  if (request.unreadable !== undefined)
    throw wrongAnswer('This form cannot be filled in. Decline or cancel it.')
  const form = elicitationFormSchema.safeParse(request.requestedSchema)
  if (!form.success) throw wrongAnswer('This form cannot be filled in. Decline or cancel it.')
  const content = elicitationContentSchema(form.data).safeParse(answer.content ?? {})
  if (content.success) return { action: 'accept', content: omitUndefined(content.data) }
  const issue = content.error.issues[0]
  throw wrongAnswer(`The form is not right yet: ${issue?.path.join('.') ?? ''}: ${issue?.message}`)
}

/** Fields that are optional and were not filled in are not members at all. */
function omitUndefined<Value>(content: Record<string, Value | undefined>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

function wrongAnswer(message: string): GatehouseError {
  return new GatehouseError('ask/wrong-answer', message)
}
