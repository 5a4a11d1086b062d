import type { Result, RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import type { Page } from 'playwright-core'

/** Calls a route as the window does; throws the error it answers with. */
export async function request<Name extends RouteName>(
  page: Page,
  route: Name,
  input: RouteInput<Name>,
): Promise<RouteOutput<Name>> {
  const result = await page.evaluate(
    ([name, value]) => {
      const { bridge } = window as unknown as {
        bridge: { request(name: string, input: unknown): Promise<unknown> }
      }
      return bridge.request(name, value)
    },
    [route, input] as const,
  )
  const { ok, ...rest } = result as Result<RouteOutput<Name>>
  if (ok) return (result as { data: RouteOutput<Name> }).data
  throw new Error(`${route}: ${JSON.stringify(rest)}`)
}
