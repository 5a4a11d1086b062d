import {
  routes,
  type Result,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@gatehouse/contract'
import type { Page } from 'playwright-core'

/** Calls a route as the window does, after a key press where one is due; throws the error it returns. */
export async function request<Name extends RouteName>(
  page: Page,
  route: Name,
  input: RouteInput<Name>,
): Promise<RouteOutput<Name>> {
  // A press counts as an answer only once the ask has been in the window for half a second.
  if (route === 'ask.answer' || route === 'ask.answer-plan') await page.waitForTimeout(600)
  if (routes[route].acts === 'free') return call(page, route, input)
  for (let left = TRIES; ; left -= 1) {
    await page.keyboard.press('Shift')
    try {
      return await call(page, route, input)
    } catch (error) {
      if (left === 0 || !isToPressAgain(String(error))) throw error
      await page.waitForTimeout(200)
    }
  }
}

/** On a busy machine a call can come to main when its press is too old to count; a person presses again. */
const isToPressAgain = (refused: string): boolean =>
  refused.includes('its window is not in front') || refused.includes('the last press was')

/** The system gives a window that was just opened the keyboard in its own time: two seconds are left to it. */
const TRIES = 10

/** Calls a route as script in the window does, with no press of its own; throws the error it returns. */
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
