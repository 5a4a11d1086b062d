import {
  abortWith,
  isGatehouseError,
  isTaskFinished,
  isToolCallFinished,
  type Entry,
  type StoredResult,
  type ServerTask,
  type ToolCall,
  type ToolResult,
  type TurnEvent,
} from '@gatehouse/domain'
import type { RunningCalls } from '../server-requests/running-calls.ts'
import type { HostDependencies } from '../dependencies.ts'
import { callRecord } from '../audit/call-record.ts'
import { outcomeOfError } from '../call-outcome/outcome-of-error.ts'
import { suspendGrant } from '../call-outcome/suspend-grant.ts'
import { errorMessage } from '../error-message.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { TaskRepository } from './task-repository.ts'
import { anotherServer, serverRemoved, type TaskCall, type TaskPoller } from './task-poller.ts'

/** The turns that tasks belong to, whether they run or are long over. */
export interface TurnsOfTasks {
  entry(task: ServerTask): Entry | undefined
  apply(task: ServerTask, event: TurnEvent): void
  /** A result of its call, its large parts on disk. */
  storePartsOfTask(task: ServerTask, result: ToolResult): Promise<StoredResult>
}

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  tasks: TaskRepository
  calls: RunningCalls
  poller: TaskPoller
  turns: TurnsOfTasks
  titleOf(conversationId: string): string
  /** Returns the server; absent: it no longer exists. */
  server(id: string): ManagedServer | undefined
}

/** Resumes the tasks that an earlier run of the app left at their servers. */
export class TaskResumption {
  readonly #deps: Dependencies
  readonly #polling = new Map<string, AbortController>()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Call once, after turns that a crash cut off were marked. Starts the servers that have such tasks. A
   * task that is over, but not its call, ended while its result was being kept: it is asked for again.
   */
  resume(): void {
    for (const task of this.#deps.tasks.list().toReversed()) {
      const call = this.#deps.turns.entry(task)
      if (call?.kind === 'tool-call' && !isToolCallFinished(call)) this.#begin(task, call)
      else if (!isTaskFinished(task)) this.#deps.tasks.remove(task.id)
    }
  }

  /** Cancels the task of this call if it was resumed; its end arrives as an event. */
  cancelCall(entryId: string): void {
    const polling = this.#polling.get(entryId)
    if (polling) abortWith(polling, 'call-cancelled')
  }

  /** Leaves every task at its server. Resolves when no task is polled. */
  async close(): Promise<void> {
    for (const controller of this.#polling.values()) abortWith(controller, 'app-quit')
    await Promise.all(this.#running)
  }

  #begin(task: ServerTask, call: ToolCall): void {
    const controller = new AbortController()
    this.#polling.set(call.id, controller)
    const running = this.#pickUp(task, call, controller.signal)
      .catch((error: unknown) => this.#fail(task, call, error))
      .finally(() => {
        this.#polling.delete(call.id)
        this.#running.delete(running)
      })
    this.#running.add(running)
  }

  async #pickUp(task: ServerTask, call: ToolCall, signal: AbortSignal): Promise<void> {
    const server = this.#deps.server(task.serverId)
    if (!server) {
      const error = serverRemoved(call.serverName)
      this.#deps.tasks.update(task.id, { ...task, status: 'failed', statusMessage: error.message })
      throw error
    }
    if (server.identity !== task.identity) {
      const error = anotherServer(call.serverName)
      this.#deps.tasks.update(task.id, { ...task, status: 'failed', statusMessage: error.message })
      throw error
    }
    const apply = (event: TurnEvent): void => this.#deps.turns.apply(task, event)
    // A server that cannot start now may be there later: its task is waited for.
    await server.ready(signal).catch((error: unknown) => {
      if (signal.aborted) return
      const { id: _id, ...rest } = task
      const shown = {
        ...rest,
        unreachable: true,
        statusMessage: errorMessage(error).slice(0, 2000),
      }
      this.#deps.tasks.update(task.id, shown)
      apply({ type: 'tool-call-task-changed', entryId: call.id, task: shown })
    })
    const tool = server.tools().find(({ name }) => name === task.toolName)
    const resumed: TaskCall = {
      conversationId: task.conversationId,
      turnId: task.turnId,
      call,
      server,
      tool: tool ?? { name: task.toolName, inputSchema: { type: 'object' } },
      apply,
    }
    const given = await this.#deps.calls.run(this.#causeOf(task, signal), () =>
      this.#deps.poller.poll(resumed, task, signal),
    )
    const result = await this.#deps.turns.storePartsOfTask(task, given)
    apply({ type: 'tool-call-finished', entryId: call.id, result, at: this.#deps.clock.now() })
    this.#audit(task, { ...call, status: 'done', result })
  }

  #causeOf(task: ServerTask, signal: AbortSignal) {
    const { conversationId, turnId, entryId, toolName, toolTitle, serverId } = task
    const conversationTitle = this.#deps.titleOf(conversationId)
    const cause = { conversationId, conversationTitle, turnId, entryId, toolName, toolTitle }
    return { callId: entryId, serverId, cause, signal }
  }

  #fail(task: ServerTask, call: ToolCall, error: unknown): void {
    if (isGatehouseError(error) && error.data['task'] === 'left') return
    const present = this.#deps.turns.entry(task)
    if (present?.kind === 'tool-call' && isToolCallFinished(present)) {
      // Its record alone was refused: it is recorded as it ended.
      this.#audit(task, present)
      return
    }
    const code = isGatehouseError(error) ? error.code : ''
    const status = outcomeOfError(code)
    if (status === 'unknown') suspendGrant(this.#deps.stores, task.conversationId, call)
    this.#deps.turns.apply(task, {
      type: 'tool-call-ended',
      entryId: call.id,
      status,
      error: errorMessage(error),
      at: this.#deps.clock.now(),
    })
    this.#audit(task, { ...call, status })
  }

  /** The record of the decision was written when the call was sent. */
  #audit(task: ServerTask, call: ToolCall): void {
    const ended = { ...call, endedAt: this.#deps.clock.now() }
    this.#deps.stores.audit.append(callRecord(ended, task, this.#deps))
  }
}
