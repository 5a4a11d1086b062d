import type { IpcError } from '@gatehouse/contract'

/** Error that a route returned in place of data. Distinguish failures by `code`. */
export class BridgeError extends Error {
  readonly code: string
  readonly data: Record<string, unknown>

  constructor(error: IpcError) {
    super(error.message)
    this.name = 'BridgeError'
    this.code = error.code
    this.data = error.data
  }
}

export function isBridgeError(error: unknown): error is BridgeError {
  return error instanceof Error && error.name === 'BridgeError' && 'code' in error
}
