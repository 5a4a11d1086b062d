// The few globals of Node and of Chromium that the helpers touch; `types` is empty here.

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare const AbortController: { new (): AbortController }

declare function setTimeout(task: () => void, ms: number): unknown
declare function clearTimeout(timer: unknown): void
declare const performance: { now(): number }
