import {
  GatehouseError,
  type Ask,
  type Conversation,
  type ConversationView,
  type EntryPosition,
  type ModelRef,
  type SentRequest,
  type ToolForm,
  type TranscriptPage,
  type TranscriptTurn,
  type Turn,
} from '@gatehouse/domain'
import type { QueuePauseReason } from '@gatehouse/domain/chats'
import type { Transaction } from '../transactions.ts'
import type { AskQueue, WithdrawnEvent } from '../ask-queue/ask-queue.ts'
import { withdrawOrphanedAsks } from '../ask-queue/withdraw-orphaned-asks.ts'
import type { UrlElicitationRetry } from '../server-requests/url-elicitation-retry.ts'
import type { RunningCalls } from '../server-requests/running-calls.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../model-providers/provider-service.ts'
import type { ServerInstructions } from './model-request/server-instructions.ts'
import type { DataFlowRules } from '../provenance/data-flow-rules.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import type { TaskPoller } from '../tasks/task-poller.ts'
import {
  assertContent,
  retainedAttachments,
  type DraftAttachments,
} from './attachments/draft-attachments.ts'
import type { ConversationService } from './conversations/conversation-service.ts'
import { KeptFiles } from './file-changes/kept-files.ts'
import type { PageRequest } from '../ports/index.ts'
import { Comparisons } from './turns/comparisons.ts'
import { LiveTurn } from './turns/live-turn.ts'
import { MessageQueue } from './turns/message-queue.ts'
import type { ManualCall } from './tool-calls/manual-call.ts'
import { AppCalls } from './tool-calls/app-calls.ts'
import { ManualCalls } from './tool-calls/manual-calls.ts'
import { ShownTurns, withLastEntries } from './turns/shown-turns.ts'
import { TurnStarter, type Message } from './turns/turn-starter.ts'
import { recoverTurn, recoverTurns } from './turns/recover-turns.ts'
import { RunningTurns, type RunningTurn } from './turns/running-turns.ts'
import { TaskTurns } from './turns/task-turns.ts'
import { ToolCallRunner } from './tool-calls/tool-call-runner.ts'
import { runTurn } from './turns/turn-loop.ts'
import { RequestRecorder } from './model-request/request-recorder.ts'
import { lastCalls, withdrawalsOf } from './turns/withdrawn-asks.ts'
import type { SamplingExchanges } from '../server-requests/sampling-exchange.ts'
import type { ChatTitles } from './conversations/chat-titles.ts'
import type { ToolOfferService } from './tool-offers/tool-offer-service.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'events' | 'clock' | 'timers' | 'pause' | 'ids' | 'digest' | 'folders'
> &
  TurnServices & {
    transaction: Transaction
    asks: AskQueue
    conversations: ConversationService
    providers: ProviderService
    registry: ServerRegistry
    calls: RunningCalls
    elicitationRetry: UrlElicitationRetry
    tasks: TaskPoller
    flowRules: Pick<DataFlowRules, 'ruleFor'>
    instructions: Pick<ServerInstructions, 'forModels'>
    attachments: DraftAttachments
    exchanges: Pick<SamplingExchanges, 'onOver'>
  }

/** The actions of a person in a chat: send, run a tool, stop, retry, continue. */
export class ChatService {
  readonly #deps: Dependencies
  readonly #running: RunningTurns
  readonly #runner: ToolCallRunner
  readonly #requestRecorder: RequestRecorder
  readonly #turns: TurnStarter
  readonly #shown: ShownTurns
  readonly #queue: MessageQueue
  readonly #comparisons: Comparisons
  readonly #manualCalls: ManualCalls
  /** Calls of interfaces. */
  readonly appCalls: AppCalls
  /** Events of calls that became tasks. */
  readonly taskTurns: TaskTurns

  constructor(deps: Dependencies) {
    const { stores, events, clock, timers, pause, ids, digest, folders, transaction } = deps
    const { asks, conversations, registry, calls, elicitationRetry, tasks, flowRules } = deps
    this.#deps = deps
    const running = new RunningTurns({ events, clock })
    const runner = new ToolCallRunner({
      stores,
      clock,
      timers,
      pause,
      ids,
      digest,
      asks,
      flowRules,
      registry,
      calls,
      elicitationRetry,
      tasks,
      keptFiles: new KeptFiles({ stores, folders, conversations, registry }),
    })
    const turns = new TurnStarter({ stores, events, timers, clock, ids, conversations })
    this.#running = running
    this.#shown = new ShownTurns({ stores, conversations, attachments: deps.attachments, running })
    this.#runner = runner
    this.#turns = turns
    this.#requestRecorder = new RequestRecorder({ stores, digest, timers })
    this.#queue = new MessageQueue({
      stores,
      ids,
      clock,
      transaction,
      conversations,
      attachments: deps.attachments,
    })
    this.#comparisons = new Comparisons({ stores, events, transaction, conversations })
    this.#manualCalls = new ManualCalls({
      stores,
      ids,
      clock,
      digest,
      transaction,
      conversations,
      registry,
      turns,
      runner,
    })
    this.appCalls = new AppCalls({ stores, ids, clock, events, timers, running, runner })
    this.taskTurns = new TaskTurns({ stores, events, timers, clock }, running)
    asks.onWithdrawn((ask, event) => this.#noteWithdrawn(ask, event))
    deps.exchanges.onOver((causes, exchange) => {
      for (const call of lastCalls(causes))
        this.taskTurns.note(call, { type: 'tool-call-exchanged', entryId: call.entryId, exchange })
    })
  }

  /** A chat at its end, or around an entry. Throws `chat/not-found`, `chat/not-shown`. */
  view(conversationId: string, at?: EntryPosition): ConversationView {
    this.#running.endUnsaved((turnId) => recoverTurn(turnId, this.#deps))
    return this.#shown.view(conversationId, at)
  }

  /** The last turn that a chat shows, with the entries that it has by now; `null`: it has none. */
  lastTurn(conversationId: string): Turn | null {
    return this.#shown.lastOrNull(conversationId)
  }

  /** More of the branch that a chat shows. Throws `chat/not-shown` when the anchor is not on it. */
  page(conversationId: string, request: PageRequest): TranscriptPage {
    return this.#shown.page(conversationId, request)
  }

  /** A turn of any branch with its last entries. Throws `chat/not-found`. */
  turn(conversationId: string, turnId: string): TranscriptTurn {
    return withLastEntries(this.#shown.turn(conversationId, turnId))
  }

  /**
   * Sends a text with what is attached to the draft. `comparedWith` is asked too, after the chat's model. Throws
   * `attachment/changed` when that is not what was shown, `attachment/prompt-changed` while a changed prompt was not
   * read, and `chat/busy` while a turn runs, like all that begin one.
   */
  send(
    conversationId: string,
    text: string,
    attachmentIds: readonly string[] = [],
    comparedWith?: ModelRef,
  ): Turn {
    this.#assertIdle(conversationId)
    const attachments = this.#deps.attachments.shown(conversationId, attachmentIds)
    assertContent(text, attachments)
    const { model } = this.#deps.conversations.get(conversationId)
    const comparison = comparedWith && this.#comparisons.begin(model, comparedWith)
    const live = this.#deps.transaction(() => {
      const imported = this.#deps.conversations.takeDraft(conversationId)
      return this.#begin(conversationId, { text, attachments, imported }, comparison)
    })
    return this.#runModel(live)
  }

  /**
   * Sends the draft as {@link send} does once the answer that runs is complete, or stops that and sends it then.
   * What waits is sent by nothing but a complete turn, or the person, and once it is held by the person alone.
   * Throws `chat/queue-full`.
   */
  sendLater(
    conversationId: string,
    message: { text: string; attachmentIds: readonly string[] },
    how: 'queue' | 'stop',
  ): Conversation {
    if (!this.#running.state(conversationId)) {
      this.send(conversationId, message.text, message.attachmentIds)
    } else if (how === 'queue') {
      this.#queue.add(conversationId, message)
    } else {
      this.#queue.add(conversationId, message, 'wanted')
      this.stop(conversationId)
    }
    return this.#deps.conversations.get(conversationId)
  }

  /** Sends a queued message and resumes the queue. Throws `chat/busy`, `chat/not-queued`, `attachment/…`. */
  sendQueued(conversationId: string, messageId: string): Turn {
    this.#assertIdle(conversationId)
    return this.#sendWaiting(conversationId, messageId, true)
  }

  /** Lets what waits go after the turn that runs; when none does, it stays held. */
  releaseQueue(conversationId: string): Conversation {
    if (this.#running.state(conversationId)) {
      this.#queue.release(conversationId)
      this.#queue.released(conversationId)
    }
    return this.#deps.conversations.get(conversationId)
  }

  /** While one of them is edited nothing goes. Throws `chat/not-queued`. */
  beginEditQueued(conversationId: string, messageId: string): Conversation {
    return this.#queue.beginEdit(conversationId, messageId)
  }

  endEditQueued(conversationId: string): Conversation {
    return this.#queue.endEdit(conversationId)
  }

  editQueued(conversationId: string, messageId: string, text: string): Conversation {
    return this.#queue.edit(conversationId, messageId, text)
  }

  removeQueued(conversationId: string, messageId: string): Conversation {
    return this.#queue.remove(conversationId, messageId)
  }

  /** Sends an edited message as a new version beside the present one. Throws `chat/not-a-message`. */
  edit(
    conversationId: string,
    turnId: string,
    { text, attachmentIds }: { text: string; attachmentIds?: readonly string[] | undefined },
  ): Turn {
    this.#assertIdle(conversationId)
    const { turn, message } = this.#shown.message(conversationId, turnId)
    const attachments = retainedAttachments(message.attachments, attachmentIds)
    assertContent(text, attachments)
    return this.#runVersion(turn, { text, attachments, imported: message.imported })
  }

  /**
   * Asks another model the message of a turn, for a comparison with its answer. Throws `chat/not-a-message`.
   */
  compare(conversationId: string, turnId: string, model: ModelRef): Turn {
    this.#assertIdle(conversationId)
    const { turn } = this.#shown.message(conversationId, turnId)
    return this.#askSecond(turn, model)
  }

  /** Continues the chat with one of two compared answers. */
  keepAnswer(conversationId: string, turnId: string): void {
    this.#assertIdle(conversationId)
    this.#comparisons.keep(this.#shown.turn(conversationId, turnId))
  }

  /** Shows another version of a turn, and what was last shown below it. Throws `chat/not-found`. */
  showVersion(conversationId: string, turnId: string): void {
    this.#assertIdle(conversationId)
    const { stores, events } = this.#deps
    const turn = this.#shown.turn(conversationId, turnId)
    stores.turns.show(turn.id)
    const entryId = turn.entries[0]?.id ?? ''
    events.emit('chat.branch-changed', { id: conversationId, depth: turn.depth, turnId, entryId })
  }

  /** Keeps a turn in what models are sent of this chat. Throws `chat/not-found`, `chat/too-many-pinned`. */
  pin(conversationId: string, turnId: string, isPinned: boolean): Conversation {
    this.#shown.turn(conversationId, turnId)
    return this.#deps.conversations.setPinned(conversationId, turnId, isPinned)
  }

  /** Opens the form of a tool. Throws `chat/tool-not-found`, `server/not-found`, `chat/not-found`. */
  openToolForm(conversationId: string, about: Omit<ManualCall, 'arguments'>): ToolForm {
    this.#deps.conversations.get(conversationId)
    return this.#manualCalls.forms.open(conversationId, about)
  }

  /**
   * Runs a tool for the person. `ranIn` is the form they ran it in: it is closed by that, and they are asked again
   * only if there is more to show. Throws `chat/tool-not-found`, `server/not-found`, `chat/form-over`,
   * `ask/not-as-shown`.
   */
  runTool(conversationId: string, manual: ManualCall, ranIn?: { id: string; shown: string }): Turn {
    this.#assertIdle(conversationId)
    const { live, work } = this.#manualCalls.begin({ conversationId, ...manual }, ranIn)
    return this.#run(live, work)
  }

  stop(conversationId: string): void {
    this.#running.stop(conversationId)
  }

  cancelCall(conversationId: string, entryId: string): void {
    this.#running.cancelCall(conversationId, entryId)
    this.appCalls.cancel(entryId)
  }

  /** Adds an edited version of a message beside the existing one. Throws `chat/not-a-message`. */
  retry(conversationId: string, turnId: string): Turn {
    this.#assertIdle(conversationId)
    const { turn, message } = this.#shown.message(conversationId, turnId)
    const { text, attachments, imported } = message
    const retained = retainedAttachments(attachments)
    return this.#runVersion(turn, { text, attachments: retained, imported })
  }

  /** Throws `chat/not-interrupted` when the last turn is complete, `apps/call-open` while an interface in it has a call. */
  continue(conversationId: string): Turn {
    this.#assertIdle(conversationId)
    const last = this.#shown.last(conversationId)
    if (last.status === 'done' || last.model === null)
      throw new GatehouseError('chat/not-interrupted', 'This answer is complete already.')
    if (this.appCalls.hasOpen(last.id))
      throw new GatehouseError(
        'apps/call-open',
        'An interface in this answer has an open call. Decide about the call or cancel it, then continue.',
      )
    const live = new LiveTurn(last, this.#deps)
    const chat = this.#deps.conversations.get(conversationId)
    const more = last.step + (chat.setup?.stepLimit ?? this.#deps.stores.settings.load().stepLimit)
    // The model that the chat shows: who continues asks that one, not the one that broke off.
    const model = chat.model ?? last.model
    live.apply({ type: 'turn-continued', stepLimit: more, model })
    return this.#runModel(live)
  }

  /** Ends what a crash cut off. Call once, before anything else. */
  recover(): void {
    recoverTurns(this.#deps)
    this.#queue.holdAll()
    withdrawOrphanedAsks(this.#deps, (ask, event) => this.#noteWithdrawn(ask, event))
  }

  /** Stops every turn as interrupted and resolves when they are on disk. */
  close(): Promise<void> {
    this.taskTurns.close()
    return this.#running.close()
  }

  #noteWithdrawn(ask: Ask, event: WithdrawnEvent): void {
    for (const { call, event: withdrawal } of withdrawalsOf(ask, event))
      this.taskTurns.note(call, withdrawal)
  }

  #assertIdle(conversationId: string): void {
    this.#running.assertIdle(conversationId)
    this.#running.endUnsaved((turnId) => recoverTurn(turnId, this.#deps))
  }

  /** A turn with this message at the end of the chat; the message is no longer attached to a draft. */
  #begin(conversationId: string, message: Message, comparison?: Turn['comparison']): LiveTurn {
    const parentId = this.#deps.stores.turns.lastTurnId(conversationId)
    // Whoever writes on continues with the answer that is shown.
    if (parentId !== null) this.#comparisons.close(parentId)
    const live = this.#turns.message(conversationId, parentId, message, { comparison })
    this.#deps.attachments.sent(conversationId, live.state)
    return live
  }

  /** Either it is in a turn and no longer in the queue, or it is in the queue as before. */
  #sendWaiting(conversationId: string, messageId: string, isChosen = false): Turn {
    const live = this.#deps.transaction(() => {
      const message = this.#queue.content(conversationId, messageId)
      this.#deps.attachments.assertSeen(conversationId, message.attachments)
      const begun = this.#begin(conversationId, message)
      this.#queue.drop(conversationId, messageId)
      if (isChosen) this.#queue.release(conversationId)
      return begun
    })
    if (isChosen) this.#queue.released(conversationId)
    return this.#runModel(live)
  }

  /** A message in place of another, as another version of it. */
  #runVersion(turn: Turn, message: Message): Turn {
    const { conversationId, parentId } = turn
    const live = this.#deps.transaction(() => {
      const begun = this.#turns.message(conversationId, parentId, message)
      this.#deps.conversations.pinNewVersion(conversationId, turn.id, begun.state.id)
      return begun
    })
    return this.#runModel(
      live,
      turn.failure?.code === 'context-too-long' ? turn.request : undefined,
    )
  }

  /** The message of a first answer to a second model. */
  #askSecond(first: Turn, model: ModelRef): Turn {
    const { id: turnId, conversationId, parentId } = first
    const { message } = this.#shown.message(conversationId, turnId)
    const { text, attachments, imported } = message
    const again = { text, attachments: retainedAttachments(attachments), imported }
    const live = this.#deps.transaction(() => {
      this.#comparisons.close(turnId)
      const begun = this.#turns.message(conversationId, parentId, again, {
        model,
        comparison: first.model ? { isFirst: false, model: first.model, turnId } : undefined,
      })
      this.#comparisons.link(turnId, begun.state)
      this.#deps.conversations.pinNewVersion(conversationId, turnId, begun.state.id)
      return begun
    })
    return this.#runModel(live)
  }

  #runModel(live: LiveTurn, refused?: SentRequest): Turn {
    return this.#run(live, async ({ signal, callSignal }) => {
      const chat = this.#deps.conversations.get(live.state.conversationId)
      const { title, serverIds, setup = {} } = chat
      const { clock, timers, pause, ids, digest, stores } = this.#deps
      const { providers, registry, instructions, conversations, offeredTools } = this.#deps
      await runTurn(
        { live, conversationTitle: title, serverIds, setup, callSignal, refused },
        {
          clock,
          timers,
          pause,
          ids,
          digest,
          stores,
          providers,
          registry,
          runner: this.#runner,
          requestRecorder: this.#requestRecorder,
          instructions,
          conversations,
          offeredTools,
        },
        signal,
      )
      this.#deps.titles.after(live.state)
    })
  }

  /** Runs a turn, and then what waits for its end. */
  #run(live: LiveTurn, work: (running: RunningTurn) => Promise<void>): Turn {
    return this.#running.begin(live, async (running) => {
      try {
        await work(running)
      } catch (error) {
        this.#holdQueue(live.state, 'not-complete')
        throw error
      }
      this.#afterTurn(live.state)
    })
  }

  /** Asks the second model of a comparison, or sends what waits. */
  #afterTurn(turn: Turn): void {
    try {
      const second = this.#comparisons.modelAfter(turn)
      if (second && !this.#running.isClosing) return void this.#askSecond(turn, second)
      this.#comparisons.after(turn)
    } catch {
      // The chat is gone or the disk refuses. The comparison shows that the second model was not asked.
    }
    this.#sendNext(turn)
  }

  /** After a turn: what it was stopped for, or what waits for a complete one. */
  #sendNext(turn: Turn): void {
    const { conversationId } = turn
    try {
      const next = this.#queue.next(turn)
      if (next === null) return
      if (this.#running.isClosing) this.#holdQueue(turn, 'paused')
      else this.#sendWaiting(conversationId, next)
    } catch {
      // The chat is gone, a part of the message is, or the disk refuses: what waits is there, and waits for the person.
      this.#holdQueue(turn, 'paused')
    }
  }

  #holdQueue({ conversationId }: Turn, why: QueuePauseReason): void {
    try {
      this.#queue.hold(conversationId, why)
    } catch {
      // It is held for as long as the app runs.
    }
  }
}

/** The services that turns use beside the chat itself. */
interface TurnServices {
  offeredTools: ToolOfferService
  titles: Pick<ChatTitles, 'after'>
}
