import type { ServerTask, TaskState } from '@gatehouse/domain'
import type { InMemoryHandlers } from '../bridge/in-memory-bridge.ts'
import { SAMPLE_NOW } from './sample-now.ts'

function task(id: string, minutes: number, changes: Partial<ServerTask>): ServerTask {
  return {
    id,
    serverId: 'research',
    identity: 'as-it-was-allowed',
    taskId: `7f3a-${id}`,
    era: 'legacy',
    toolName: 'search_papers',
    toolTitle: 'Search papers',
    conversationId: 'release',
    turnId: 'turn-1',
    entryId: `entry-${id}`,
    status: 'working',
    pollIntervalMs: 2000,
    ttlMs: 86_400_000,
    createdAt: SAMPLE_NOW - minutes * 60_000,
    updatedAt: SAMPLE_NOW,
    ...changes,
  }
}

const sampleTasks: ServerTask[] = [
  task('1', 2, { statusMessage: 'Analyzing content…' }),
  task('2', 8, { status: 'input_required', toolTitle: 'Draft a review' }),
  task('3', 190, { unreachable: true, toolTitle: 'Index the library' }),
  task('4', 600, { status: 'completed' }),
  task('5', 1500, { status: 'failed', statusMessage: 'research no longer knows the task.' }),
]

const sampleOthers: TaskState[] = [
  {
    taskId: 'nightly-2026-11-21',
    status: 'working',
    statusMessage: 'Fetching\u202e 3 of 40',
    pollIntervalMs: 60_000,
    ttlMs: null,
  },
]

/** Tasks of one of the sample servers. */
export const sampleTaskHandlers: InMemoryHandlers = {
  'task.list': () => sampleTasks,
  'task.list-at-server': ({ serverId }) => (serverId === 'research' ? sampleOthers : null),
}
