import type { Page } from 'playwright-core'

export interface PageScriptResult {
  ok: boolean
  data?: { outcome?: string; id?: string }
  error?: { code: string }
}

/**
 * Returns the response that page script gets when it calls a route by itself, with no key or button pressed by
 * anybody.
 */
export const callFromPage = (
  page: Page,
  route: string,
  input: unknown,
): Promise<PageScriptResult> =>
  page.evaluate(
    ([name, value]) => {
      const { bridge } = window as unknown as {
        bridge: { request(name: string, input: unknown): Promise<PageScriptResult> }
      }
      return bridge.request(name, value)
    },
    [route, input] as const,
  )

/** Resolves to the reason of a refused call. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => String(error),
  )

/** Longer than a press counts for anything. */
export const untilPressesAreStale = (page: Page): Promise<void> => page.waitForTimeout(3200)

/** A server as page script would plant it. */
export const planted = (command: { command: string; args: string[] }) => ({
  name: 'planted',
  transport: { kind: 'stdio' as const, ...command, env: [] },
})
