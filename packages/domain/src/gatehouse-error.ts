/**
 * The one error that crosses package boundaries. Distinguish errors by `code`, never by message or
 * `instanceof`. `message` says what happened, to what, and what to do next; `data` is what an
 * interface needs to show the same in another language.
 */
export class GatehouseError extends Error {
  readonly code: string
  readonly data: Record<string, unknown>

  constructor(
    code: string,
    message: string,
    options: { data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'GatehouseError'
    this.code = code
    this.data = options.data ?? {}
  }
}

/** True for a {@link GatehouseError} of any copy of this package, checked by shape. */
export function isGatehouseError(error: unknown): error is GatehouseError {
  return (
    error instanceof Error &&
    error.name === 'GatehouseError' &&
    'code' in error &&
    typeof error.code === 'string'
  )
}
