import {
  GatehouseError,
  reduceTurn,
  type ConversationView,
  type Entry,
  type JsonObject,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import type { AskQueue } from '../asks/ask-queue.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../models/provider-service.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import type { ConversationBook } from './conversation-book.ts'
import { createLiveTurn, type LiveTurn } from './live-turn.ts'
import { createToolCallRunner } from './tool-call-runner.ts'
import { runTurn } from './turn-loop.ts'

export interface ManualCall {
  serverId: string
  toolName: string
  arguments: JsonObject
}

export interface ChatService {
  view(conversationId: string): ConversationView
  /** Throws `chat/busy` while a turn runs. */
  send(conversationId: string, text: string): Turn
  runTool(conversationId: string, call: ManualCall): Turn
  stop(conversationId: string): void
  cancelCall(conversationId: string, entryId: string): void
  retry(conversationId: string): Turn
  continue(conversationId: string): Turn
  /** Marks turns that a crash cut off as interrupted. Call once, before anything else. */
  recover(): void
  /** Stops every turn as interrupted and waits until they are on disk. */
  close(): Promise<void>
}

interface Running {
  live: LiveTurn
  controller: AbortController
  calls: Map<string, AbortController>
  over: Promise<void>
}

type Dependencies = HostDependencies & {
  asks: AskQueue
  book: ConversationBook
  providers: ProviderService
  registry: ServerRegistry
}

export function createChatService(deps: Dependencies): ChatService {
  const running = new Map<string, Running>()
  const runner = createToolCallRunner(deps)

  function turnsOf(conversationId: string): Turn[] {
    const live = running.get(conversationId)?.live.state
    return deps.stores.turns
      .list(conversationId)
      .map((turn) => (turn.id === live?.id ? live : turn))
  }

  function assertIdle(conversationId: string): void {
    if (running.has(conversationId))
      throw new GatehouseError(
        'chat/busy',
        'An answer is under way in this chat. Stop it or wait until it is over.',
      )
  }

  function newTurn(conversationId: string, origin: Turn['origin'], entries: Entry[]): Turn {
    const conversation = deps.book.get(conversationId)
    return {
      id: deps.ids.next(),
      conversationId,
      origin: conversation.model === null ? 'manual' : origin,
      status: 'running',
      model: origin === 'manual' ? null : conversation.model,
      step: 0,
      stepLimit: deps.stores.settings.load().stepLimit,
      entries,
      preparing: null,
      failure: null,
      superseded: false,
      startedAt: deps.clock.now(),
      endedAt: null,
    }
  }

  /** Puts the turn on disk and begins `work`; whatever happens, the turn is ended in the end. */
  function begin(
    live: LiveTurn,
    work: (running: Running, signal: AbortSignal) => Promise<void>,
  ): Turn {
    const { conversationId } = live.state
    const entry: Running = {
      live,
      controller: new AbortController(),
      calls: new Map(),
      over: Promise.resolve(),
    }
    running.set(conversationId, entry)
    entry.over = work(entry, entry.controller.signal)
      .catch((error: unknown) => endAfterFault(live, error))
      .then(() => {
        running.delete(conversationId)
      })
    return live.state
  }

  function endAfterFault(live: LiveTurn, error: unknown): void {
    const message = error instanceof Error ? error.message : 'The turn ended unexpectedly.'
    // The disk may be what failed, so this is told even when it cannot be saved.
    deps.events.emit('turn.events', {
      conversationId: live.state.conversationId,
      turnId: live.state.id,
      events: [
        {
          type: 'turn-ended',
          status: 'failed',
          failure: { code: 'internal', message },
          at: deps.clock.now(),
        },
      ],
    })
  }

  function callSignal(entry: Running, entryId: string): AbortSignal {
    const own = new AbortController()
    entry.calls.set(entryId, own)
    return AbortSignal.any([entry.controller.signal, own.signal])
  }

  function runModel(live: LiveTurn, earlier: Turn[]): Turn {
    const conversation = deps.book.get(live.state.conversationId)
    return begin(live, (entry, signal) =>
      runTurn(
        {
          live,
          earlier,
          conversationTitle: conversation.title,
          serverIds: conversation.serverIds,
          callSignal: (entryId) => callSignal(entry, entryId),
        },
        { ...deps, runner },
        signal,
      ),
    )
  }

  function startMessage(conversationId: string, text: string): Turn {
    const earlier = turnsOf(conversationId)
    const turn = newTurn(conversationId, 'message', [
      { kind: 'user-message', id: deps.ids.next(), text, createdAt: deps.clock.now() },
    ])
    const live = createLiveTurn(turn, deps)
    live.apply({ type: 'turn-started', turn })
    deps.book.noteMessage(conversationId, text)
    return runModel(live, earlier)
  }

  function lastTurn(conversationId: string): { last: Turn; earlier: Turn[] } {
    const turns = turnsOf(conversationId)
    const last = turns.at(-1)
    if (!last) throw new GatehouseError('chat/empty', 'There is nothing in this chat to run again.')
    return { last, earlier: turns.slice(0, -1) }
  }

  function runTool(conversationId: string, manual: ManualCall): Turn {
    assertIdle(conversationId)
    const server = deps.registry.get(manual.serverId)
    const tool = server.tools().find((candidate) => candidate.name === manual.toolName)
    if (!tool)
      throw new GatehouseError(
        'chat/tool-not-found',
        `${server.config.name} has no tool named ${manual.toolName} any more.`,
      )
    const call: ToolCall = {
      kind: 'tool-call',
      id: deps.ids.next(),
      step: 1,
      callId: deps.ids.next(),
      origin: 'person',
      serverId: server.config.id,
      serverName: server.config.name,
      serverHue: server.config.hue,
      toolName: tool.name,
      toolTitle: tool.title ?? tool.annotations?.title ?? tool.name,
      ...(tool.annotations ? { annotations: tool.annotations } : {}),
      proposedArguments: manual.arguments,
      arguments: manual.arguments,
      status: 'waiting',
      askId: deps.ids.next(),
      createdAt: deps.clock.now(),
    }
    const turn = newTurn(conversationId, 'manual', [call])
    const live = createLiveTurn(turn, deps)
    live.apply({ type: 'turn-started', turn })
    const { title } = deps.book.noteActivity(conversationId, call.toolTitle)
    return begin(live, async (entry, signal) => {
      const pending = { turn: live, call, server, tool, conversationTitle: title }
      await runner.run(pending, callSignal(entry, call.id))
      live.flush()
      const status = !signal.aborted ? 'done' : signal.reason === 'quit' ? 'interrupted' : 'stopped'
      live.apply({ type: 'turn-ended', status, failure: null, at: deps.clock.now() })
    })
  }

  return {
    view: (conversationId) => ({
      conversation: deps.book.get(conversationId),
      turns: turnsOf(conversationId),
    }),
    send(conversationId, text) {
      assertIdle(conversationId)
      return startMessage(conversationId, text)
    },
    runTool,
    stop: (conversationId) => running.get(conversationId)?.controller.abort('stop'),
    cancelCall: (conversationId, entryId) =>
      running.get(conversationId)?.calls.get(entryId)?.abort('cancel'),
    retry(conversationId) {
      assertIdle(conversationId)
      const { last } = lastTurn(conversationId)
      const said = last.entries.find((entry) => entry.kind === 'user-message')
      if (!said)
        throw new GatehouseError('chat/not-a-message', 'Only an answer can be tried again.')
      createLiveTurn(last, deps).apply({ type: 'turn-superseded' })
      return startMessage(conversationId, said.text)
    },
    continue(conversationId) {
      assertIdle(conversationId)
      const { last, earlier } = lastTurn(conversationId)
      if (last.status === 'done' || last.model === null)
        throw new GatehouseError('chat/not-interrupted', 'This answer is complete already.')
      const live = createLiveTurn(last, deps)
      const stepLimit = Math.max(
        last.stepLimit,
        last.step + deps.stores.settings.load().stepLimit,
      )
      live.apply({ type: 'turn-continued', stepLimit })
      return runModel(live, earlier)
    },
    recover() {
      for (const turn of deps.stores.turns.running()) {
        const ended = reduceTurn(turn, {
          type: 'turn-ended',
          status: 'interrupted',
          failure: null,
          at: deps.clock.now(),
        })
        for (const entry of ended.entries) deps.stores.turns.saveEntry(ended.id, entry)
        deps.stores.turns.saveTurn(ended)
      }
    },
    async close() {
      for (const entry of running.values()) entry.controller.abort('quit')
      await Promise.all([...running.values()].map((entry) => entry.over))
    },
  }
}
