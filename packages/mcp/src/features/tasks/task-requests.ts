import { ProtocolError, type Client } from '@modelcontextprotocol/client'
import type { TaskState } from '@gatehouse/domain'
import { z } from 'zod'
import { readList } from '../../requests/read-list.ts'
import { runRequest } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'
import { looseResultSchema, type LooseResult } from '../tool-results/parse-tool-result.ts'
import {
  legacyDetailSchema,
  legacyTaskSchema,
  modernDetailSchema,
  taskCapability,
  type TaskDetail,
} from './task-schemas.ts'

const NO_LIMIT_MS = 2_147_483_647
const emptySchema = z.looseObject({})
const INVALID_PARAMS = -32_602

interface RequestLimit {
  signal: AbortSignal
  timeout: number
}

/** `tasks/get`. Rejects with the codes of the `ServerFeatures` port. */
export function getTask(
  parts: RequestContext,
  taskId: string,
  signal: AbortSignal,
): Promise<TaskDetail> {
  const schema = parts.session.info.era === 'modern' ? modernDetailSchema : legacyDetailSchema
  const request = { method: 'tasks/get', params: { taskId } }
  return runRequest(
    parts,
    {
      what: 'the request for the state of its task',
      run: (client, limit) => client.request(request, schema, limit),
    },
    signal,
  )
}

/** `tasks/result` of a task that is over (legacy era). */
export function getTaskResult(
  parts: RequestContext,
  taskId: string,
  signal: AbortSignal,
): Promise<LooseResult> {
  return runRequest(
    parts,
    {
      what: 'the request for the result of its task',
      run: (client, limit) => client.request(resultRequest(taskId), looseResultSchema, limit),
    },
    signal,
  )
}

/** `tasks/result` of a task that waits for input: the response comes when it is over, however long that takes. */
export function awaitTaskResult(
  { session }: RequestContext,
  taskId: string,
  signal: AbortSignal,
): Promise<LooseResult> {
  const limit = { signal, timeout: NO_LIMIT_MS }
  return session.request((client) =>
    client.request(resultRequest(taskId), looseResultSchema, limit),
  )
}

function resultRequest(taskId: string) {
  return { method: 'tasks/result', params: { taskId } }
}

/** `tasks/update` with the response to one input request (modern era). */
export async function updateTask(
  parts: RequestContext,
  { taskId, inputResponses }: { taskId: string; inputResponses: Record<string, unknown> },
  signal: AbortSignal,
): Promise<void> {
  const request = { method: 'tasks/update', params: { taskId, inputResponses } }
  const run = (client: Client, limit: RequestLimit) => client.request(request, emptySchema, limit)
  await runRequest(parts, { what: 'the response to its input request', run }, signal)
}

/** The outcome of a request to cancel a task. */
export type CancelOutcome = 'confirmed' | 'requested' | 'over' | 'unsupported' | 'silent'

/** `tasks/cancel`. Never rejects. */
export async function cancelTask(
  { session }: RequestContext,
  taskId: string,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  if (session.info.era === 'legacy' && !taskCapability(session.info, 'cancel')) return 'unsupported'
  const request = { method: 'tasks/cancel', params: { taskId } }
  const limit = { signal, timeout: NO_LIMIT_MS }
  try {
    const response = await session.request((client) => client.request(request, emptySchema, limit))
    const state = legacyTaskSchema.safeParse(response)
    return state.data?.status === 'cancelled' ? 'confirmed' : 'requested'
  } catch (error) {
    return error instanceof ProtocolError && error.code === INVALID_PARAMS ? 'over' : 'silent'
  }
}

/** `tasks/list`, all pages; `null` when the server has none (the modern era has none at all). */
export async function listTasks(
  parts: RequestContext,
  signal: AbortSignal,
): Promise<TaskState[] | null> {
  const { info } = parts.session
  if (info.era !== 'legacy' || !taskCapability(info, 'list')) return null
  return readList(
    parts,
    {
      method: 'tasks/list',
      field: 'tasks',
      noun: 'tasks',
      item: legacyTaskSchema,
      keyOf: (task) => task.taskId,
    },
    signal,
  )
}
