import type { Result, RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import type { Page } from 'playwright-core'

/** Routes that act for the person, and answer only when one pressed something in the window just now. */
const ACTS =
  /^(?:app\.(?:open-link|pick-.*|resume)|ask\.answer|chat\.(?:continue|retry|run-tool|send)|import\.(?:choose-.*|propose)|provider\.(?:refresh|save|test)|server\.(?:adjust|complete|get-prompt|propose|read-.*|restart|start|watch-resource)|workspace\.share)$/

/** Calls a route as the window does, after a key press where one is due; throws the error it answers with. */
export async function request<Name extends RouteName>(
  page: Page,
  route: Name,
  input: RouteInput<Name>,
): Promise<RouteOutput<Name>> {
  // A press counts as an answer only once the ask has been in the window for half a second.
  if (route === 'ask.answer') await page.waitForTimeout(600)
  if (ACTS.test(route)) await page.keyboard.press('Shift')
  return call(page, route, input)
}

/** Calls a route as script in the window does, with no press of its own; throws the error it answers with. */
export async function call<Name extends RouteName>(
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
