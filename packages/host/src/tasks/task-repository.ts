import {
  isTaskFinished,
  type AskCause,
  type AskExpiry,
  type CallTask,
  type ServerTask,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** Tasks that are over and still shown, the latest of them. */
const MAX_ENDED = 100
/** A task that is kept for longer, a week, is one without end for whoever is asked. */
const MAX_TTL_MS = 604_800_000

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'ids'>

/** A new task of a call; the repository adds its id and times. */
export type NewTask = Omit<ServerTask, 'id' | 'createdAt' | 'updatedAt'>

/** Every tool call that became a task of its server: written to disk before any event, so that none is lost. */
export class TaskRepository {
  readonly #deps: Dependencies
  readonly #tasks = new Map<string, ServerTask>()

  constructor(deps: Dependencies) {
    this.#deps = deps
    for (const task of deps.stores.tasks.list()) this.#tasks.set(task.id, task)
  }

  /** Latest first. */
  list(): ServerTask[] {
    return [...this.#tasks.values()].toSorted((a, b) => b.createdAt - a.createdAt)
  }

  get(id: string): ServerTask | undefined {
    return this.#tasks.get(id)
  }

  /**
   * When what was asked for these calls is needed no longer: each of them is a task that its server keeps for a
   * while only.
   */
  expiryOf(calls: readonly Pick<AskCause, 'entryId'>[]): AskExpiry | undefined {
    const ends = calls.map(({ entryId }) => this.#endOf(entryId))
    const known = ends.filter((at) => at !== undefined)
    if (known.length === 0 || known.length < ends.length) return undefined
    return { at: Math.max(...known), setBy: 'server' }
  }

  begin(task: NewTask): ServerTask {
    const now = this.#deps.clock.now()
    const id = this.#deps.ids.next()
    const begun = this.#save({ ...task, id, createdAt: now, updatedAt: now })
    this.#dropOldest()
    return begun
  }

  /** The server reported its state, or cannot be reached. */
  update(id: string, state: CallTask): ServerTask | undefined {
    const task = this.#tasks.get(id)
    if (!task) return undefined
    const { unreachable: _unreachable, statusMessage: _statusMessage, ...kept } = task
    return this.#save({ ...kept, ...state, updatedAt: this.#deps.clock.now() })
  }

  remove(id: string): void {
    this.#deps.stores.tasks.remove(id)
    if (this.#tasks.delete(id)) this.#deps.events.emit('task.removed', { id })
  }

  /** When the server drops the task of a call; undefined where that is no task, or is kept for good. */
  #endOf(entryId: string): number | undefined {
    const task = [...this.#tasks.values()].find((one) => one.entryId === entryId)
    if (!task || task.ttlMs === null || isTaskFinished(task)) return undefined
    const at = Math.round(task.createdAt + task.ttlMs)
    return task.ttlMs <= MAX_TTL_MS && at > this.#deps.clock.now() ? at : undefined
  }

  #save(task: ServerTask): ServerTask {
    this.#deps.stores.tasks.save(task)
    this.#tasks.set(task.id, task)
    this.#deps.events.emit('task.changed', task)
    return task
  }

  #dropOldest(): void {
    const ended = this.list().filter(isTaskFinished)
    for (const task of ended.slice(MAX_ENDED)) this.remove(task.id)
  }
}
