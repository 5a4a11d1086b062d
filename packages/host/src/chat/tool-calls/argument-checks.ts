import { GatehouseError, isGatehouseError, type ToolWarnings } from '@gatehouse/domain'
import {
  argumentProblems,
  argumentProblemSchema,
  type ArgumentProblem,
} from '@gatehouse/domain/chats'
import { truncateText } from '@gatehouse/domain/text'
import type { LiveTurn } from '../turns/live-turn.ts'
import type { PendingCall } from './pending-call.ts'

const CODE = 'call/arguments-do-not-fit'

/** Steps of one turn whose calls go back to the model without a question to the person. */
const MAX_STEPS_BACK = 2

/** Names that the model is given back of those that the schema declares. */
const MAX_DECLARED = 2000

/** Keeps calls from the person that lack a required member of their arguments, or have one that is not allowed. */
export class ArgumentChecks {
  readonly #stepsBack = new WeakMap<LiveTurn, Set<number>>()

  /**
   * Members that the card marks. Throws `call/arguments-do-not-fit` instead where the call goes back to its model:
   * in two steps of a turn at most, never a call of the person, and never with a definition that the person has to
   * see first because it was changed.
   */
  of(pending: PendingCall, { changed, renamedFrom, voided }: ToolWarnings): ArgumentProblem[] {
    const { turn, call, tool } = pending
    const problems = argumentProblems(tool.inputSchema, call.arguments)
    const isChanged = changed !== undefined || renamedFrom !== undefined || voided !== undefined
    if (problems.length === 0 || call.origin === 'person' || isChanged) return problems
    const steps = this.#stepsBack.get(turn) ?? new Set()
    if (!steps.has(call.step) && steps.size >= MAX_STEPS_BACK) return problems
    this.#stepsBack.set(turn, steps.add(call.step))
    throw new GatehouseError(CODE, messageForModel(pending, problems), { data: { problems } })
  }
}

/** The members for which the call of this error went back. */
export function problemsOfError(error: unknown): { argumentProblems?: ArgumentProblem[] } {
  if (!isGatehouseError(error) || error.code !== CODE) return {}
  const read = argumentProblemSchema.array().safeParse(error.data['problems'])
  return read.success ? { argumentProblems: read.data } : {}
}

const WORDS = { missing: 'is required and missing', unknown: 'is unknown' } as const

function messageForModel({ tool }: PendingCall, problems: ArgumentProblem[]): string {
  const words = problems.map(({ kind, path }) => `\`${path}\` ${WORDS[kind]}`).join('; ')
  const declared = Object.keys(tool.inputSchema['properties'] ?? {}).join(', ')
  const known = truncateText(declared, MAX_DECLARED)
  return `The arguments do not match the input schema of ${tool.name}, so the call was not made: ${words}. Declared at the top: ${known}. Call it again with all that is required.`
}
