import type { HttpTransportHooks } from '../../transports/http/streamable-http-transport.ts'

export interface LinkEvents {
  /** Whether the link is still the one in use. */
  isUsed(): boolean
  renew(): void
  checkHealth(): void
  lose(error: unknown): void
  onGap(): void
  onError(error: Error): void
}

/** What a link's streams tell, for as long as it is the one in use: one that was replaced may break. */
export function createLinkHooks(events: LinkEvents): HttpTransportHooks {
  const whileUsed = (task: () => void) => {
    if (events.isUsed()) task()
  }
  return {
    onForgotten: () => whileUsed(() => events.renew()),
    onUnreachable: () => whileUsed(() => events.checkHealth()),
    onGap: () => whileUsed(() => events.onGap()),
    onBroken: (error) =>
      whileUsed(() => events.onError(error instanceof Error ? error : new Error(String(error)))),
    onLost: (error) => whileUsed(() => events.lose(error)),
  }
}
