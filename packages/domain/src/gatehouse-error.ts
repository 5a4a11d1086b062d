/**
 * The one error that crosses package boundaries. Distinguish errors by `code`, never by message or `instanceof`.
 * `message` states the event, its subject and the next step; `data` lets an interface say the same in another
 * language.
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
