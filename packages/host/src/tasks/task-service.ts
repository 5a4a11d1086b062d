import type { ServerTask, TaskState } from '@gatehouse/domain'
import { GatehouseError } from '@gatehouse/domain'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { TaskRepository } from './task-repository.ts'

interface Dependencies {
  tasks: TaskRepository
  /** Cancels a call wherever it is polled: in its turn, or resumed. */
  cancelCall(conversationId: string, entryId: string): void
  /** Throws `server/not-found`. */
  server(id: string): ManagedServer
}

/** The tasks of servers as a person sees and cancels them. */
export interface TaskService {
  /** Calls that became tasks, the latest first. */
  list(): ServerTask[]
  /** Throws `task/not-found`. The outcome arrives as an event. */
  cancel(id: string): void
  /** Cancels one call, in its turn or picked up after it; the turn continues. */
  cancelCall(conversationId: string, entryId: string): void
  /** The tasks that the server itself lists; `null` when it keeps no list. Rejects with `request/…`. */
  listAt(serverId: string): Promise<TaskState[] | null>
}

export function createTaskService({ tasks, cancelCall, server }: Dependencies): TaskService {
  return {
    list: () => tasks.list(),
    cancelCall,
    cancel(id) {
      const task = tasks.get(id)
      if (!task) throw new GatehouseError('task/not-found', 'This task no longer exists.')
      cancelCall(task.conversationId, task.entryId)
    },
    async listAt(serverId) {
      const { signal } = new AbortController()
      const connection = await server(serverId).running(signal)
      return connection.listTasks(signal)
    },
  }
}
