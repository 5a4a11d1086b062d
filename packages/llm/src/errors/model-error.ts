import { GatehouseError, type ModelFailure } from '@gatehouse/domain'

/** The error of the port for anything that is not the person's Stop. It carries no `cause`: the
 * causes of network libraries hold headers, and with them keys. */
export function modelFailed(failure: ModelFailure): GatehouseError {
  return new GatehouseError('model/failed', failure.message, { data: { failure } })
}

/** Marks a failure: nothing of the request left this machine. */
export function markUnsent(failure: GatehouseError): GatehouseError {
  return new GatehouseError('model/failed', failure.message, {
    data: { ...failure.data, unsent: true },
  })
}

/** The error of the port for the person's Stop. */
export function modelAborted(): GatehouseError {
  return new GatehouseError('model/aborted', 'The request to the model was stopped.')
}
