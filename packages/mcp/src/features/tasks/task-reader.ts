import type { TaskRequest } from '@gatehouse/host/ports'
import type { RequestContext } from '../../requests/connection-context.ts'
import type { LooseResult } from '../tool-results/parse-tool-result.ts'
import type { TaskSituation } from './task-error.ts'
import type { TaskDetail } from './task-schemas.ts'

/** Reads the states of a task; each era has its own reader. */
export interface TaskReader {
  /** The result, once the task is over. Rejects with `call/…` when there is none to be had. */
  read(detail: TaskDetail): Promise<LooseResult | undefined>
  /** Settles when the result is known before the next request for the state. */
  readonly early: Promise<LooseResult>
}

export interface TaskReaderOptions {
  parts: RequestContext
  task: TaskRequest
  situation: TaskSituation
}
