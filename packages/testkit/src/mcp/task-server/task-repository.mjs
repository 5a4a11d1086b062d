import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * A task as it is kept. What it is at a moment follows from the clock, so that a server which comes
 * back with the same file goes on where it would be by then.
 * @typedef {{
 *   taskId: string, tool: string, createdAt: number, endsAt: number | null, ttl: number | null,
 *   pollInterval: number, cancelled: boolean, inputResponses: Record<string, unknown>, inputRequests: string[],
 *   outcome: 'done' | 'tool-error' | 'rpc-error' | 'cancelled',
 * }} Kept
 */

/** @typedef {'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'} Status */

/**
 * Behaviour of each tool. `ms`: time until the task ends, null = never; `ask`: the questions that it asks first.
 * @type {Record<string, {
 *   support: 'required' | 'optional' | 'forbidden', ms: number | null, ttl?: number, poll?: number,
 *   ask?: string[], outcome?: Kept['outcome'], notifies?: boolean, forgets?: boolean,
 *   unreadable?: boolean, unresponsive?: boolean, steps?: number,
 * }>}
 */
export const taskTools = {
  research: { support: 'required', ms: 150, steps: 3 },
  maybe: { support: 'optional', ms: 60 },
  never: { support: 'forbidden', ms: 0 },
  slow: { support: 'required', ms: 4000, poll: 300 },
  ask: { support: 'required', ms: 0, ask: ['city'] },
  'ask-twice': { support: 'required', ms: 0, ask: ['city', 'country'] },
  'tool-error': { support: 'required', ms: 30, outcome: 'tool-error' },
  'rpc-error': { support: 'required', ms: 30, outcome: 'rpc-error' },
  'cancelled-there': { support: 'required', ms: 30, outcome: 'cancelled' },
  forever: { support: 'required', ms: null },
  unresponsive: { support: 'required', ms: null, unresponsive: true },
  expiring: { support: 'required', ms: null, ttl: 200 },
  forgetful: { support: 'required', ms: null, forgets: true },
  unreadable: { support: 'required', ms: 30, unreadable: true },
  notifying: { support: 'required', ms: 120, poll: 60_000, notifies: true },
  flooded: { support: 'required', ms: 700, poll: 60_000 },
}

/** The tasks of one server; with a file they outlive its process. */
export class TaskRepository {
  /** @type {Map<string, Kept>} */
  #tasks = new Map()
  /** @type {string | undefined} */
  #file

  /** @param {string} [file] */
  constructor(file) {
    this.#file = file
    if (file !== undefined && existsSync(file))
      for (const task of JSON.parse(readFileSync(file, 'utf8'))) this.#tasks.set(task.taskId, task)
  }

  /** @param {string} tool @param {Record<string, any>} args `ms` changes how long it takes */
  create(tool, args) {
    const kind = taskTools[tool]
    if (kind === undefined) throw new Error(`Unknown tool ${tool}`)
    const ms = typeof args['ms'] === 'number' ? args['ms'] : kind.ms
    /** @type {Kept} */
    const task = {
      taskId: randomUUID(),
      tool,
      createdAt: Date.now(),
      endsAt: ms === null ? null : Date.now() + ms,
      ttl: kind.ttl ?? null,
      pollInterval: kind.poll ?? 50,
      cancelled: false,
      inputResponses: {},
      inputRequests: kind.ask ?? [],
      outcome: kind.outcome ?? 'done',
    }
    this.#tasks.set(task.taskId, task)
    this.save()
    return task
  }

  /** @param {string} taskId */
  find(taskId) {
    const task = this.#tasks.get(taskId)
    return task && taskTools[task.tool]?.forgets ? undefined : task
  }

  all() {
    return [...this.#tasks.values()]
  }

  /** Lets every task that is still running be over now. */
  finish() {
    for (const task of this.#tasks.values()) task.endsAt ??= Date.now()
    this.save()
  }

  /** Forgets everything, as a server that keeps nothing does when it is started again. */
  forget() {
    this.#tasks.clear()
    this.save()
  }

  save() {
    if (this.#file === undefined) return
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#tasks.values()]))
    renameSync(`${this.#file}.new`, this.#file)
  }
}

/** @param {Kept} task @returns {Status} */
export function statusOf(task) {
  if (task.cancelled) return 'cancelled'
  if (outstanding(task).length > 0) return 'input_required'
  if (task.endsAt === null || Date.now() < task.endsAt) return 'working'
  if (task.outcome === 'done' || task.outcome === 'tool-error') return 'completed'
  return task.outcome === 'rpc-error' ? 'failed' : 'cancelled'
}

/** @param {Kept} task */
export const outstanding = (task) =>
  task.inputRequests.filter((key) => !(key in task.inputResponses))

/** @param {Kept} task */
export const isOver = (task) => !['working', 'input_required'].includes(statusOf(task))

/** @param {Kept} task */
export function resultOf(task) {
  const { inputResponses } = task
  const given = Object.keys(inputResponses).length === 0 ? '' : ` ${JSON.stringify(inputResponses)}`
  const text = `The task of ${task.tool} is done.${given}`
  return { content: [{ type: 'text', text }], isError: task.outcome === 'tool-error' }
}

/** @param {string} key */
export const questionOf = (key) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: `Which ${key}?`,
    requestedSchema: {
      type: 'object',
      properties: { [key]: { type: 'string' } },
      required: [key],
    },
  },
})
