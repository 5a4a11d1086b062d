import { Callout } from '../../../kit/index.ts'
import type { ServerDraftFlow } from './server-draft-flow.ts'

/** Failure of the saving, above the form. */
export function SaveFailure({ flow }: { flow: ServerDraftFlow }) {
  if (flow.failure === null) return null
  return <Callout className="mb-4" tone="danger" role="alert" title={flow.failure} />
}
