import { serverTaskSchema, taskStateSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { byId, noInput, ofServer, route } from './route.ts'

export const taskRoutes = {
  /** Tool calls that became tasks of their servers, the latest first. */
  'task.list': route({ input: noInput, output: z.array(serverTaskSchema), acts: 'free' }),
  /** Asks the server to cancel the task; the outcome comes as an event of its turn. Fails with `task/not-found`. */
  'task.cancel': route({
    input: byId,
    output: z.void(),
    acts: { by: 'own-press', recordAfter: ({ id }) => ({ kind: 'task-cancelled', taskId: id }) },
  }),
  /** The tasks that a server itself lists, whoever began them; `null` when it has no list. */
  'task.list-at-server': route({
    input: ofServer,
    output: z.array(taskStateSchema).nullable(),
    acts: 'free',
  }),
}
