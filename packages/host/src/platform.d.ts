// The few globals of every JavaScript runtime that use cases may touch; `types` is empty here.

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const AbortSignal: {
  any(signals: AbortSignal[]): AbortSignal
}
interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare const AbortController: { new (): AbortController }

declare function queueMicrotask(task: () => void): void

interface URL {
  readonly hash: string
  readonly host: string
  readonly hostname: string
  readonly href: string
  readonly origin: string
  readonly password: string
  readonly pathname: string
  readonly port: string
  readonly protocol: string
  readonly search: string
  readonly username: string
}
declare const URL: { new (url: string, base?: string): URL }

declare function decodeURI(text: string): string

declare function atob(base64: string): string
declare function btoa(bytes: string): string

declare const TextEncoder: {
  new (): { encode(text: string): Uint8Array }
}

declare const TextDecoder: {
  new (
    encoding: string,
    options: { fatal?: true; ignoreBOM?: true },
  ): { decode(bytes: Uint8Array, options?: { stream?: boolean }): string }
}
