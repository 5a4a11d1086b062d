import { webcrypto } from 'node:crypto'
import { createAbortSignalAny } from './abort-signal-any.ts'

/** What {@link installPolyfills} looks at, and fills where something is missing. */
export interface PolyfilledScope {
  crypto?: unknown
  AbortSignal: { any?: unknown }
  Array: { prototype: { toSorted?: unknown } }
}

/** Adds what libraries need and Node 18 lacks; leaves alone what is there. */
export function installPolyfills(scope: PolyfilledScope): void {
  if (scope.crypto === undefined) define(scope, 'crypto', webcrypto)
  if (typeof scope.AbortSignal.any !== 'function') {
    define(scope.AbortSignal, 'any', createAbortSignalAny())
  }
  if (scope.Array.prototype.toSorted === undefined)
    define(scope.Array.prototype, 'toSorted', toSorted)
}

/** `Array.prototype.toSorted` of ECMAScript 2023. */
function toSorted(this: ArrayLike<unknown>, compare?: (a: unknown, b: unknown) => number) {
  return Array.from(this).sort(compare)
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

installPolyfills(globalThis)
