import type { ParsedInput, RouteName } from '@gatehouse/contract'
import type { AskAnswer } from '@gatehouse/domain'

/**
 * Of an answer, the asks that it allows, or the form that is run; undefined where it is neither. A call that is over
 * is not allowed by a plan that names it: it may have ended while the press was on its way.
 */
export function consentOf<Name extends RouteName>(
  route: Name,
  input: ParsedInput<Name>,
  settled: ReadonlySet<string>,
): { allowed: string[] } | undefined {
  if (route === 'ask.answer') {
    const { id, answer, alike = [] } = input as ParsedInput<'ask.answer'>
    const others = alike.map((call) => call.id).filter((one) => !settled.has(one))
    return { allowed: refuses(answer) ? [] : [id, ...others] }
  }
  if (route === 'chat.run-tool') {
    const { form } = input as ParsedInput<'chat.run-tool'>
    return form && { allowed: [form.id] }
  }
  if (route !== 'ask.answer-plan') return undefined
  const plan = input as ParsedInput<'ask.answer-plan'>
  if (plan.decision === 'deny') return { allowed: [] }
  return { allowed: plan.calls.map(({ id }) => id).filter((id) => !settled.has(id)) }
}

function refuses(answer: AskAnswer): boolean {
  switch (answer.kind) {
    case 'tool-approval':
      return answer.decision === 'deny'
    case 'elicitation':
      return answer.answer.action !== 'accept'
    case 'elicitation-wait':
    case 'sign-in':
      return answer.decision === 'cancel'
    case 'sampling-request':
    case 'sampling-response':
      return answer.answer.decision === 'deny'
    case 'roots':
      return answer.share.length === 0
  }
}
