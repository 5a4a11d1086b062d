import {
  abortWith,
  canonicalJson,
  GatehouseError,
  toolDisplayName,
  type Conversation,
  type JsonObject,
  type ToolCall,
  type ToolResult,
} from '@gatehouse/domain'
import { isVisibleToApp } from '@gatehouse/domain/apps'
import { isToolOff } from '@gatehouse/domain/chats'
import { wholeResult } from '../tool-results/whole-result.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import { LiveTurn } from '../turns/live-turn.ts'
import type { RunningTurns } from '../turns/running-turns.ts'
import { findTool } from './manual-call.ts'
import type { ToolCallRunner } from './tool-call-runner.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock' | 'events' | 'timers'> & {
  running: Pick<RunningTurns, 'state' | 'whenOver'>
  runner: Pick<ToolCallRunner, 'run'>
}

/** A call that the interface of an earlier call asks for. */
export interface AppCall {
  conversationId: string
  turnId: string
  /** The call that the interface belongs to. */
  viewOf: string
  /** The view: calls that it makes unasked are counted by it. */
  view: object
  server: ManagedServer
  toolName: string
  arguments: JsonObject
}

/** The outcome of a call: its result, or the reason for which there is none. */
export interface AppCallOutcome {
  result: ToolResult
  /** The person, or a rule of theirs, refused it. */
  isRefused: boolean
}

/**
 * Calls of interfaces. They take the way of every call, and are entries of the turn in which the interface is; no
 * model is sent them.
 */
export class AppCalls {
  readonly #deps: Dependencies
  /** Calls that wait or run, by entry. */
  readonly #open = new Map<
    string,
    { turnId: string; cancel: AbortController; wanted: AppCall; state: LiveTurn }
  >()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** True while a call of the turn waits or runs: the turn cannot go on, as its end would end them. */
  hasOpen(turnId: string): boolean {
    return [...this.#open.values()].some((call) => call.turnId === turnId)
  }

  /** The person cancels a call; nothing happens for other entries. */
  cancel(entryId: string): void {
    const call = this.#open.get(entryId)
    if (call) abortWith(call.cancel, 'call-cancelled')
  }

  /**
   * Runs the call once the answer in that turn is complete. Rejects with `chat/tool-not-found`, `chat/not-found`,
   * `apps/not-for-apps`, and when the disk refuses.
   */
  async run(wanted: AppCall, signal: AbortSignal): Promise<AppCallOutcome> {
    const { conversationId, turnId, viewOf, server } = wanted
    const { stores, ids, clock, running, runner } = this.#deps
    const tool = findTool(server, wanted.toolName)
    if (!isVisibleToApp(tool))
      throw new GatehouseError('apps/not-for-apps', `${tool.name} is not for interfaces.`)
    // It may be continued while this waits.
    while (running.state(conversationId)?.id === turnId)
      await running.whenOver(conversationId, turnId)
    signal.throwIfAborted()
    this.#assertNotWaiting(wanted)
    const turn = stores.turns.get(turnId)
    const conversation = stores.conversations.get(conversationId)
    if (!turn || !conversation || turn.conversationId !== conversationId)
      throw new GatehouseError('chat/not-found', 'This part of the chat no longer exists.')
    assertInChat(conversation, { server, tool: tool.name })
    const call: ToolCall = {
      kind: 'tool-call',
      id: ids.next(),
      step: Math.max(1, turn.step),
      callId: ids.next(),
      origin: 'app',
      viewOf,
      serverId: server.config.id,
      serverName: server.config.name,
      serverHue: server.config.hue,
      toolName: tool.name,
      toolTitle: toolDisplayName(tool),
      ...(tool.annotations ? { annotations: tool.annotations } : {}),
      proposedArguments: wanted.arguments,
      arguments: wanted.arguments,
      status: 'waiting',
      askId: ids.next(),
      createdAt: clock.now(),
    }
    const live = new LiveTurn(turn, this.#deps)
    if (live.isFull)
      throw new GatehouseError('apps/turn-full', 'This answer holds as many calls as are kept.')
    live.apply({ type: 'tool-call-added', call })
    const { identity } = server
    const pending = {
      turn: live,
      call,
      server,
      identity,
      tool,
      conversationTitle: conversation.title,
      countedBy: wanted.view,
    }
    const cancel = new AbortController()
    this.#open.set(call.id, { turnId, cancel, wanted, state: live })
    try {
      await runner.run(pending, AbortSignal.any([signal, cancel.signal]))
    } finally {
      this.#open.delete(call.id)
    }
    live.flush()
    return this.#outcomeOf(live, call)
  }

  /** Throws `apps/already-asked` if an equal call of the same interface waits for the person: one card is enough. */
  #assertNotWaiting({ viewOf, toolName, arguments: values }: AppCall): void {
    const key = canonicalJson(values)
    for (const [id, { wanted, state }] of this.#open) {
      const entry = state.state.entries.find((one) => one.id === id)
      const isWaiting = entry?.kind === 'tool-call' && entry.status === 'waiting'
      const isEqual = wanted.viewOf === viewOf && wanted.toolName === toolName
      if (isWaiting && isEqual && canonicalJson(wanted.arguments) === key)
        throw new GatehouseError(
          'apps/already-asked',
          `The same call of ${toolName} waits for the person's decision.`,
        )
    }
  }

  async #outcomeOf(live: LiveTurn, { id }: ToolCall): Promise<AppCallOutcome> {
    const ended = live.state.entries.find((entry) => entry.id === id)
    const call = ended?.kind === 'tool-call' ? ended : undefined
    if (call?.result)
      return { result: await wholeResult(call.result, this.#deps.stores.blobs), isRefused: false }
    const isRefused = call?.status === 'denied'
    const words = isRefused ? 'The person refused this call.' : 'This call gave no result.'
    const text = call?.error ?? words
    return { result: { isError: true, content: [{ type: 'text', text }] }, isRefused }
  }
}

/** Throws `apps/not-in-chat` where the person took the server or the tool out of the chat, or stopped the server. */
function assertInChat(
  { serverIds, setup }: Conversation,
  { server, tool }: { server: ManagedServer; tool: string },
): void {
  const serverId = server.config.id
  const isChosen = serverIds === null || serverIds.includes(serverId)
  if (server.isOffered() && isChosen && !isToolOff(setup ?? {}, { serverId, tool })) return
  throw new GatehouseError(
    'apps/not-in-chat',
    `${tool} is not in this chat: the person took it out, or stopped its server.`,
  )
}
