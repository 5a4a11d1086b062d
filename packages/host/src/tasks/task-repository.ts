import { isTaskFinished, type CallTask, type ServerTask } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** Tasks that are over and still shown, the latest of them. */
const MAX_ENDED = 100

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'ids'>

/** What is new about a call that became a task; the repository adds its id and times. */
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
