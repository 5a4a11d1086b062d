import { GatehouseError } from '@gatehouse/domain'
import type { ClientFeatures, ServerRequestHandler } from '../ports/index.ts'

/** What is declared to servers: nothing, as long as the interface cannot put it before a person. */
export const noClientFeatures: ClientFeatures = {
  elicitation: { form: false, url: false },
  sampling: false,
  roots: false,
}

/** Goes with {@link noClientFeatures}. */
export const refuseRequests: ServerRequestHandler = {
  elicit: () => Promise.reject(undeclared()),
  sample: () => Promise.reject(undeclared()),
  listRoots: () => Promise.reject(undeclared()),
}

function undeclared(): GatehouseError {
  return new GatehouseError(
    'request/undeclared',
    'The server asked for something that Gatehouse did not offer.',
  )
}
