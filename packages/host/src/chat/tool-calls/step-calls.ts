import {
  abortWith,
  ARGUMENTS_BUDGET,
  toolDisplayName,
  type JsonObject,
  type ToolCall,
  type ToolResult,
} from '@gatehouse/domain'
import { appOf } from './app-of-tool.ts'
import { SEARCH_TOOL } from '@gatehouse/domain/chats'
import { groupedDigits } from '@gatehouse/domain/text'
import type { HostDependencies } from '../../dependencies.ts'
import { addBuiltInToolCall } from './built-in-tool-call.ts'
import type { LiveTurn } from '../turns/live-turn.ts'
import type { PendingCall } from './pending-call.ts'
import { readResult, RESULT_TOOL } from '../tool-results/result-tool.ts'
import type { ToolCallRunner } from './tool-call-runner.ts'
import type { ToolCatalog } from '../tool-offers/tool-catalog.ts'

/** The turn that a model's calls belong to. */
export interface CallTurnContext {
  live: LiveTurn
  conversationTitle: string
  /** A signal for one tool call that also ends with the turn's. */
  callSignal(entryId: string): AbortSignal
}

type Dependencies = Pick<HostDependencies, 'clock' | 'timers' | 'pause' | 'ids' | 'stores'> & {
  runner: ToolCallRunner
}

/** A call the model asked for in one step, complete or not usable. */
export type Proposal =
  | { callId: string; name: string; arguments: JsonObject }
  | { callId: string; name: string; raw: string; problem: string }

/** The calls of a model in one step, with their tools. */
export interface ProposedCalls {
  proposals: Proposal[]
  catalog: ToolCatalog
  /** Carries out the host's search tool; absent where it was not offered. */
  search?: (args: JsonObject) => Promise<ToolResult>
}

/** The host's own tools, by names that no tool of a server has. */
function hostToolsOf(
  { live }: CallTurnContext,
  { stores }: Dependencies,
  { search }: ProposedCalls,
): Map<string, (args: JsonObject) => Promise<ToolResult>> {
  // What the calls of one step have in common.
  const last = {}
  const read = (args: JsonObject): Promise<ToolResult> =>
    readResult(args, live.state.conversationId, { ...stores, last })
  return new Map([[RESULT_TOOL, read], ...(search ? [[SEARCH_TOOL, search] as const] : [])])
}

/**
 * Makes the calls that a model asked for in one step, all at once; resolves when each is over. Each is
 * written down before the person is asked, so many of them share several turns of the event loop.
 */
export async function runCalls(
  context: CallTurnContext,
  deps: Dependencies,
  step: ProposedCalls,
): Promise<void> {
  const own: (() => Promise<void>)[] = []
  const hostTools = hostToolsOf(context, deps, step)
  const pending: PendingCall[] = []
  for (const proposal of withinBudget(step.proposals)) {
    const turn = deps.pause()
    if (turn) await turn
    const run = hostTools.get(proposal.name)
    if (run && 'arguments' in proposal) {
      own.push(addBuiltInToolCall(context.live, { ...proposal, tool: proposal.name, run }, deps))
      continue
    }
    const entry = step.catalog.find(proposal.name)
    const call = toolCallOf(proposal, { entry, live: context.live, deps })
    context.live.apply({ type: 'tool-call-added', call })
    if (!entry || call.status === 'rejected') continue
    const { conversationTitle } = context
    const { server, identity, tool } = entry
    pending.push({ turn: context.live, call, server, identity, tool, conversationTitle })
  }
  const halt = new AbortController()
  const runs: Promise<PromiseSettledResult<void>>[] = [settled(runSequentially(own))]
  for (const one of pending) {
    const turn = deps.pause()
    if (turn) await turn
    runs.push(settled(runOne(one, halt, { context, deps })))
  }
  // Each is waited for, so that no call of the turn runs once the turn is over.
  const failed = (await Promise.all(runs)).find((run) => run.status === 'rejected')
  if (failed) throw failed.reason
}

/** Aborts `halt` when the outcome cannot be saved: then no further call is sent. */
async function runOne(
  one: PendingCall,
  halt: AbortController,
  { context, deps }: { context: CallTurnContext; deps: Dependencies },
): Promise<void> {
  try {
    await deps.runner.run(one, context.callSignal(one.call.id), halt.signal)
  } catch (error) {
    abortWith(halt, 'not-saved')
    throw error
  }
}

async function settled(run: Promise<void>): Promise<PromiseSettledResult<void>> {
  const [result] = await Promise.allSettled([run])
  return result
}

/** Runs calls one after the other, because each may hold a result of megabytes. */
async function runSequentially(calls: (() => Promise<void>)[]): Promise<void> {
  for (const run of calls) await run()
}

/** The calls of a step share the budget of one call: all that they hold is written down at once. */
function withinBudget(proposals: readonly Proposal[]): Proposal[] {
  let left = ARGUMENTS_BUDGET.nodes
  return proposals.map((proposal) => {
    if (!('arguments' in proposal)) return proposal
    left -= valuesIn(proposal.arguments)
    if (left >= 0) return proposal
    const { callId, name } = proposal
    const problem = `The calls of one step may have ${groupedDigits(ARGUMENTS_BUDGET.nodes)} values in their arguments in all, so this call was not made. Make fewer or smaller calls in a step.`
    return { callId, name, raw: '', problem }
  })
}

function valuesIn(value: unknown): number {
  let count = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    count += 1
    if (typeof next === 'object' && next !== null)
      for (const one of Object.values(next)) open.push(one)
  }
  return count
}

function toolCallOf(
  proposal: Proposal,
  about: { entry: ReturnType<ToolCatalog['find']>; live: LiveTurn; deps: Dependencies },
): ToolCall {
  const { entry, live, deps } = about
  const now = deps.clock.now()
  const args = 'arguments' in proposal ? proposal.arguments : {}
  const problem =
    'problem' in proposal
      ? proposal.problem
      : entry
        ? undefined
        : `There is no tool named ${proposal.name.slice(0, 200)}.`
  return {
    kind: 'tool-call',
    id: deps.ids.next(),
    step: live.state.step,
    callId: proposal.callId,
    origin: 'model',
    serverId: entry?.server.config.id ?? null,
    serverName: entry?.server.config.name ?? '',
    serverHue: entry?.server.config.hue ?? 0,
    toolName: entry?.tool.name ?? proposal.name,
    toolTitle: entry ? toolDisplayName(entry.tool) : proposal.name,
    ...(entry?.tool.annotations ? { annotations: entry.tool.annotations } : {}),
    ...(entry ? appOf(entry.tool) : {}),
    proposedArguments: args,
    arguments: args,
    status: problem === undefined ? 'waiting' : 'rejected',
    ...(problem === undefined ? { askId: deps.ids.next() } : { error: problem, endedAt: now }),
    createdAt: now,
  }
}
