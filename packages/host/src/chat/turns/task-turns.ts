import type { Entry, StoredResult, ServerTask, ToolResult, TurnEvent } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import { blobsOfChat } from '../conversations/blobs-of-chat.ts'
import { storeLargeParts } from '../tool-results/store-large-parts.ts'
import { LiveTurn } from './live-turn.ts'
import type { RunningTurns } from './running-turns.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'timers' | 'clock'>

/** The place of a call. */
export type CallInTurn = Pick<ServerTask, 'conversationId' | 'turnId' | 'entryId'>

/** Milliseconds at least between two reports of a task that are kept once its turn is over. */
const REPORT_MS = 1000

/** A report that came too soon after the last one: kept when its time comes, unless a newer one came. */
interface PendingReport {
  keptAt: number
  pending: TurnEvent
  cancel: (() => void) | null
}

/**
 * Applies events of tasks to their calls, in turns that run or ended long ago. Of an ended turn only one entry is
 * read, however large its chat is, and the reports of a task are limited.
 */
export class TaskTurns {
  readonly #deps: Dependencies
  readonly #running: RunningTurns
  readonly #reports = new Map<string, PendingReport>()

  constructor(deps: Dependencies, running: RunningTurns) {
    this.#deps = deps
    this.#running = running
  }

  /** Like {@link apply}, for any event of a call; it is never delayed. */
  note(call: CallInTurn, event: TurnEvent): void {
    this.#keep(call, event)
  }

  /** The call that became this task, unless its chat is gone. */
  entry({ turnId, entryId }: ServerTask): Entry | undefined {
    return this.#deps.stores.turns.withEntry(turnId, entryId)?.entries[0]
  }

  /** Something happened to a task's call; nothing comes of it when the chat is gone. */
  apply(task: ServerTask, event: TurnEvent): void {
    if (this.#liveOf(task) || !isReport(event)) {
      this.#forget(task.entryId)
      this.#keep(task, event)
      return
    }
    const key = reportKey(task.entryId, event.type)
    const report = this.#reports.get(key) ?? { keptAt: -Infinity, pending: event, cancel: null }
    this.#reports.set(key, report)
    report.pending = event
    const wait = report.keptAt + REPORT_MS - this.#deps.clock.now()
    if (wait <= 0) this.#applyPending(task, report)
    else
      report.cancel ??= this.#deps.timers.after(wait, () => {
        try {
          this.#applyPending(task, report)
        } catch {
          // A progress report may be lost; the end of the task is reported to its poller.
        }
      })
  }

  /** The result of a task's call, its large parts on disk. */
  storePartsOfTask(task: ServerTask, result: ToolResult): Promise<StoredResult> {
    const blobs = blobsOfChat(this.#deps.stores.blobs, task.conversationId)
    return this.#liveOf(task)?.storePartsOf(result) ?? storeLargeParts(result, { blobs, filed: 0 })
  }

  /** A report that still waits is lost: the server is asked again at the next start. */
  close(): void {
    for (const report of this.#reports.values()) report.cancel?.()
    this.#reports.clear()
  }

  #applyPending(task: ServerTask, report: PendingReport): void {
    report.cancel?.()
    report.cancel = null
    report.keptAt = this.#deps.clock.now()
    this.#keep(task, report.pending)
  }

  #forget(entryId: string): void {
    for (const type of REPORTS) {
      const key = reportKey(entryId, type)
      this.#reports.get(key)?.cancel?.()
      this.#reports.delete(key)
    }
  }

  #liveOf({ conversationId, turnId }: CallInTurn): LiveTurn | undefined {
    const live = this.#running.live(conversationId)
    return live?.state.id === turnId ? live : undefined
  }

  #keep(task: CallInTurn, event: TurnEvent): void {
    const live = this.#liveOf(task)
    if (live) {
      live.apply(event)
      return
    }
    const { turnId, entryId } = task
    const { turns } = this.#deps.stores
    const turn = turns.withEntry(turnId, entryId)
    if (!turn) return
    const edited = new LiveTurn(turn, this.#deps)
    edited.apply(event)
    edited.flush()
    if (event.type === 'tool-call-progressed') edited.keep(entryId)
  }
}

/** Events that the next one of the same kind replaces. */
const REPORTS = ['tool-call-progressed', 'tool-call-task-changed'] as const

const isReport = ({ type }: TurnEvent): boolean => REPORTS.some((report) => report === type)

const reportKey = (entryId: string, type: TurnEvent['type']): string => `${type} ${entryId}`
