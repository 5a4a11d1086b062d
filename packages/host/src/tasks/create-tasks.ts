import type { RunningCalls } from '../server-requests/running-calls.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import type { TaskRepository } from './task-repository.ts'
import type { TaskPoller } from './task-poller.ts'
import { TaskResumption, type TurnsOfTasks } from './task-resumption.ts'
import { createTaskService, type TaskService } from './task-service.ts'

/** The chats, as far as tasks have to do with them. */
interface TaskChats {
  taskTurns: TurnsOfTasks
  cancelCall(conversationId: string, entryId: string): void
}

interface Dependencies extends Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> {
  tasks: TaskRepository
  poller: TaskPoller
  calls: RunningCalls
  registry: ServerRegistry
  chats: TaskChats
}

export interface Tasks {
  resumption: TaskResumption
  service: TaskService
}

/** Everything about calls that run on at their servers as tasks. */
export function createTasks(deps: Dependencies): Tasks {
  const { stores, clock, ids, digest, tasks, poller, calls, registry, chats } = deps
  const resumption = new TaskResumption({
    stores,
    clock,
    ids,
    digest,
    tasks,
    calls,
    poller,
    turns: chats.taskTurns,
    titleOf: (id) => stores.conversations.get(id)?.title ?? '',
    server: (id) => registry.all().find(({ config }) => config.id === id),
  })
  const service = createTaskService({
    tasks,
    cancelCall(conversationId, entryId) {
      chats.cancelCall(conversationId, entryId)
      resumption.cancelCall(entryId)
    },
    server: (id) => registry.get(id),
  })
  return { resumption, service }
}
