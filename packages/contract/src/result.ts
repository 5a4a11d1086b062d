import { isGatehouseError } from '@gatehouse/domain'

export interface IpcError {
  /** Stable, machine-readable: `ipc/…` for the boundary itself, `<domain>/…` from a handler. */
  code: string
  message: string
  data: Record<string, unknown>
}

/** The result of `request`, which never rejects. */
export type Result<Data> = { ok: true; data: Data } | { ok: false; error: IpcError }

/** Converts every thrown value to the error that the renderer sees. Hides stacks and causes. */
export function toIpcError(error: unknown): IpcError {
  if (isGatehouseError(error)) return { code: error.code, message: error.message, data: error.data }
  return {
    code: 'ipc/internal',
    message: 'Something failed inside Gatehouse. The log in the data folder has the details.',
    data: {},
  }
}
