import { GatehouseError, type ConversationView, type Entry, type Turn } from '@gatehouse/domain'
import type { AskQueue } from '../asks/ask-queue.ts'
import type { UrlElicitationRetry } from '../server-requests/url-elicitation-retry.ts'
import type { RunningCalls } from '../server-requests/running-calls.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../models/provider-service.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import type { TaskFollower } from '../tasks/task-follower.ts'
import type { ConversationService } from './conversation-service.ts'
import { shownTurns, sizeOfTurns } from './stored-size.ts'
import { LiveTurn } from './live-turn.ts'
import { findTool, manualToolCall, type ManualCall } from './manual-call.ts'
import { recoverTurns } from './recover-turns.ts'
import { RunningTurns } from './running-turns.ts'
import { TaskTurns } from './task-turns.ts'
import { ToolCallRunner } from './tool-call-runner.ts'
import { runTurn } from './turn-loop.ts'

type Dependencies = HostDependencies & {
  asks: AskQueue
  conversations: ConversationService
  providers: ProviderService
  registry: ServerRegistry
  calls: RunningCalls
  elicitationRetry: UrlElicitationRetry
  tasks: TaskFollower
}

/** What a person does in a chat: send, run a tool, stop, retry, continue. */
export class ChatService {
  readonly #deps: Dependencies
  readonly #running: RunningTurns
  readonly #runner: ToolCallRunner
  /** What becomes of calls that are tasks. */
  readonly taskTurns: TaskTurns

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#running = new RunningTurns(deps)
    this.#runner = new ToolCallRunner(deps)
    this.taskTurns = new TaskTurns(deps, this.#running)
  }

  /** Throws `chat/not-found`. */
  view(conversationId: string): ConversationView {
    const conversation = this.#deps.conversations.get(conversationId)
    return { conversation, turns: shownTurns(this.#turnsOf(conversationId)) }
  }

  /** Throws `chat/busy` while a turn runs, like all that begin one. */
  send(conversationId: string, text: string): Turn {
    this.#running.assertIdle(conversationId)
    return this.#startMessage(conversationId, text)
  }

  /** Throws `chat/tool-not-found`, `server/not-found`. */
  runTool(conversationId: string, manual: ManualCall): Turn {
    this.#running.assertIdle(conversationId)
    const server = this.#deps.registry.get(manual.serverId)
    const tool = findTool(server, manual.toolName)
    const call = manualToolCall(manual, { server, tool }, this.#deps)
    const earlier = this.#turnsOf(conversationId)
    const live = this.#newTurn(conversationId, { origin: 'manual', entries: [call], earlier })
    const { title } = this.#deps.conversations.noteActivity(conversationId, call.toolTitle)
    return this.#running.begin(live, async ({ signal, callSignal }) => {
      const { identity } = server
      const pending = { turn: live, call, server, identity, tool, conversationTitle: title }
      await this.#runner.run(pending, callSignal(call.id))
      live.flush()
      const status = !signal.aborted ? 'done' : signal.reason === 'quit' ? 'interrupted' : 'stopped'
      live.apply({ type: 'turn-ended', status, failure: null, at: this.#deps.clock.now() })
    })
  }

  stop(conversationId: string): void {
    this.#running.stop(conversationId, 'stop')
  }

  cancelCall(conversationId: string, entryId: string): void {
    this.#running.cancelCall(conversationId, entryId)
  }

  /** The last message again, in a new turn; the earlier try stays, but the model no longer sees it. */
  retry(conversationId: string): Turn {
    this.#running.assertIdle(conversationId)
    const { last } = this.#lastTurn(conversationId)
    const said = last.entries.find((entry) => entry.kind === 'user-message')
    if (!said) throw new GatehouseError('chat/not-a-message', 'Only an answer can be tried again.')
    new LiveTurn(last, this.#deps).apply({ type: 'turn-superseded' })
    return this.#startMessage(conversationId, said.text)
  }

  /** Throws `chat/not-interrupted` when the last turn is complete. */
  continue(conversationId: string): Turn {
    this.#running.assertIdle(conversationId)
    const { last, earlier } = this.#lastTurn(conversationId)
    if (last.status === 'done' || last.model === null)
      throw new GatehouseError('chat/not-interrupted', 'This answer is complete already.')
    const live = new LiveTurn(last, this.#deps, sizeOfTurns(earlier))
    const more = last.step + this.#deps.stores.settings.load().stepLimit
    live.apply({ type: 'turn-continued', stepLimit: Math.max(last.stepLimit, more) })
    return this.#runModel(live, earlier)
  }

  /** Ends what a crash cut off. Call once, before anything else. */
  recover(): void {
    recoverTurns(this.#deps)
  }

  /** Stops every turn as interrupted and resolves when they are on disk. */
  close(): Promise<void> {
    this.taskTurns.close()
    return this.#running.close()
  }

  #turnsOf(conversationId: string): Turn[] {
    const live = this.#running.state(conversationId)
    return this.#deps.stores.turns
      .list(conversationId)
      .map((turn) => (turn.id === live?.id ? live : turn))
  }

  #lastTurn(conversationId: string): { last: Turn; earlier: Turn[] } {
    const turns = this.#turnsOf(conversationId)
    const last = turns.at(-1)
    if (!last) throw new GatehouseError('chat/empty', 'There is nothing in this chat to run again.')
    return { last, earlier: turns.slice(0, -1) }
  }

  #startMessage(conversationId: string, text: string): Turn {
    const earlier = this.#turnsOf(conversationId)
    const { ids, clock } = this.#deps
    const live = this.#newTurn(conversationId, {
      origin: 'message',
      entries: [{ kind: 'user-message', id: ids.next(), text, createdAt: clock.now() }],
      earlier,
    })
    this.#deps.conversations.noteMessage(conversationId, text)
    return this.#runModel(live, earlier)
  }

  /** A turn that was saved and announced, but does nothing yet. */
  #newTurn(
    conversationId: string,
    from: { origin: Turn['origin']; entries: Entry[]; earlier: Turn[] },
  ): LiveTurn {
    const { model } = this.#deps.conversations.get(conversationId)
    const manual = from.origin === 'manual' || model === null
    const turn: Turn = {
      id: this.#deps.ids.next(),
      conversationId,
      origin: manual ? 'manual' : 'message',
      status: 'running',
      model: manual ? null : model,
      step: 0,
      stepLimit: this.#deps.stores.settings.load().stepLimit,
      entries: from.entries,
      preparing: null,
      failure: null,
      superseded: false,
      startedAt: this.#deps.clock.now(),
      endedAt: null,
    }
    const live = new LiveTurn(turn, this.#deps, sizeOfTurns(from.earlier))
    live.begin()
    return live
  }

  #runModel(live: LiveTurn, earlier: Turn[]): Turn {
    const { title, serverIds } = this.#deps.conversations.get(live.state.conversationId)
    return this.#running.begin(live, ({ signal, callSignal }) =>
      runTurn(
        { live, earlier, conversationTitle: title, serverIds, callSignal },
        { ...this.#deps, runner: this.#runner },
        signal,
      ),
    )
  }
}
