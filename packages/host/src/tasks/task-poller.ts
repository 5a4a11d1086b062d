import {
  abortCodeOf,
  GatehouseError,
  isGatehouseError,
  type CallTask,
  type ServerTask,
  type TaskState,
  type Tool,
  type ToolCall,
  type ToolResult,
  type TurnEvent,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { errorMessage } from '../error-message.ts'
import type { Connection } from '../ports/index.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { TaskRepository } from './task-repository.ts'

/** Milliseconds before a task is asked for again over a connection that lost a response. */
const AGAIN_MS = 1000

/** A tool call that is, or may become, a task. */
export interface TaskCall {
  conversationId: string
  turnId: string
  call: ToolCall
  server: ManagedServer
  tool: Tool
  /** Reports to the turn that the call belongs to. */
  apply(event: TurnEvent): void
}

type Dependencies = Pick<HostDependencies, 'timers'> & { tasks: TaskRepository }
type Start = (onTask: (task: TaskState) => void) => Promise<ToolResult>

/** Polls a call that became a task, over as many connections as that takes. */
export class TaskPoller {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Begins a call that may become a task. Rejects as `Connection.callTool`; a lost connection ends
   * only a call that is not a task.
   */
  async begin(call: TaskCall, start: Start, signal: AbortSignal): Promise<ToolResult> {
    let task: ServerTask | undefined
    const onTask = (state: TaskState): void => {
      task = task ? this.#change(call, task, state) : this.#begin(call, state)
    }
    const first = start(onTask)
    try {
      const result = await first
      if (task) this.#end(task, 'completed')
      return result
    } catch (error) {
      if (!task) throw error
      return await this.#continue(call, task, { error, signal })
    }
  }

  /** Polls a task that is known already, once its server is there. Rejects as `begin`. */
  async poll(call: TaskCall, task: ServerTask, signal: AbortSignal): Promise<ToolResult> {
    let used: Connection | undefined
    let present = task
    for (;;) {
      try {
        const connection = await this.#connection(call, used, signal)
        used = connection
        // A server that replaced this one neither learns of the task nor reports its result.
        if (call.server.identity !== task.identity) throw anotherServer(call.call.serverName)
        const result = await connection.pollTask(
          {
            taskId: task.taskId,
            tool: call.tool,
            createdAt: task.createdAt,
            callId: call.call.id,
            onProgress: (progress) =>
              call.apply({ type: 'tool-call-progressed', entryId: call.call.id, progress }),
            onTask: (state) => {
              present = this.#change(call, present, state)
            },
          },
          signal,
        )
        this.#end(present, 'completed')
        return result
      } catch (error) {
        present = this.#judge(call, present, { error, signal })
      }
    }
  }

  #continue(
    call: TaskCall,
    task: ServerTask,
    { error, signal }: { error: unknown; signal: AbortSignal },
  ): Promise<ToolResult> {
    return this.poll(call, this.#judge(call, task, { error, signal }), signal)
  }

  /** Throws what ends the task; a lost connection does not. */
  #judge(
    call: TaskCall,
    task: ServerTask,
    { error, signal }: { error: unknown; signal: AbortSignal },
  ): ServerTask {
    const code = isGatehouseError(error) ? error.code : ''
    if (abortCodeOf(signal) === 'app-quit') throw leftRunning(error)
    if (signal.aborted) {
      this.#end(task, 'cancelled')
      throw hasTaskOutcome(error) ? error : cancelNotSent(call.server.config.name)
    }
    if (code === 'call/connection-lost') return this.#change(call, task, unreachable(task))
    this.#end(task, code === 'call/task-cancelled' ? 'cancelled' : 'failed', errorMessage(error))
    if (code === 'server/not-found') throw serverRemoved(call.call.serverName)
    throw error
  }

  /** A connection that is open; a moment later if it is the one that was just tried. */
  async #connection(
    { server }: TaskCall,
    used: Connection | undefined,
    signal: AbortSignal,
  ): Promise<Connection> {
    const connection = await server.opened(signal)
    if (connection !== used) return connection
    await this.#pause(signal)
    return server.opened(signal)
  }

  #pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        cancel()
        signal.removeEventListener('abort', finish)
        resolve()
      }
      const cancel = this.#deps.timers.after(AGAIN_MS, finish)
      signal.addEventListener('abort', finish)
    })
  }

  #begin(call: TaskCall, state: TaskState): ServerTask {
    const { server, tool } = call
    const era = server.view().connection
    const task = this.#deps.tasks.begin({
      ...state,
      serverId: server.config.id,
      identity: server.identity,
      era: era.status === 'ready' ? era.info.era : 'legacy',
      toolName: tool.name,
      toolTitle: call.call.toolTitle,
      conversationId: call.conversationId,
      turnId: call.turnId,
      entryId: call.call.id,
    })
    this.#report(call, state)
    return task
  }

  #change(call: TaskCall, task: ServerTask, state: CallTask): ServerTask {
    const changed = this.#deps.tasks.update(task.id, state) ?? task
    this.#report(call, state)
    return changed
  }

  #report({ call, apply }: TaskCall, task: CallTask): void {
    apply({ type: 'tool-call-task-changed', entryId: call.id, task })
  }

  #end(task: ServerTask, status: ServerTask['status'], statusMessage?: string): void {
    this.#deps.tasks.update(task.id, {
      ...stateOf(task),
      status,
      ...(statusMessage === undefined ? {} : { statusMessage: statusMessage.slice(0, 2000) }),
    })
  }
}

function stateOf({ taskId, status, statusMessage, pollIntervalMs, ttlMs }: ServerTask): TaskState {
  return {
    taskId,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    pollIntervalMs,
    ttlMs,
  }
}

const unreachable = (task: ServerTask): CallTask => ({ ...stateOf(task), unreachable: true })

/** The connection reported what the server made of the cancellation. */
function hasTaskOutcome(error: unknown): boolean {
  return isGatehouseError(error) && error.data['task'] !== undefined
}

function leftRunning(cause: unknown): GatehouseError {
  const data = { task: 'left' }
  return new GatehouseError('call/cancelled', 'The task goes on at the server.', { data, cause })
}

function cancelNotSent(name: string): GatehouseError {
  return new GatehouseError(
    'call/cancelled',
    `You cancelled this call. ${name} is not connected, so it was not notified and its task may go on there.`,
    { data: { task: 'silent' } },
  )
}

/** The error for a task whose server was changed by the person: its command or address. */
export function anotherServer(name: string): GatehouseError {
  return new GatehouseError(
    'call/task-unknown',
    `${name} is another program or address now than the one that this task was given to, so it is no longer followed. Call the tool again if you need its result.`,
  )
}

export function serverRemoved(name: string): GatehouseError {
  return new GatehouseError(
    'server/not-found',
    `${name} was removed from Gatehouse, so the task of this call is no longer followed.`,
  )
}
