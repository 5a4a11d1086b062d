import { GatehouseError } from '@gatehouse/domain'
import type { RuntimeProblem } from '@gatehouse/domain/launch'

/** `runtime/failed`; `data.detail` is a host, a status, or a name in the archive. */
export function runtimeFailed(problem: RuntimeProblem, detail = ''): GatehouseError {
  return new GatehouseError(
    'runtime/failed',
    `The runtime was not fetched (${problem} ${detail}).`,
    { data: { problem, detail } },
  )
}
