import { resolve } from 'node:path'
import type { RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import { expect, test as base } from '@playwright/test'
import type { Page } from 'playwright-core'
import { builtGallery } from './serve-pages.ts'

/** First contents of the in-memory bridge of a window; everything has a default. */
export interface GivenWorld {
  servers?: RouteOutput<'server.list'>
  conversations?: RouteOutput<'chat.list'>
  asks?: RouteOutput<'ask.list'>
  settings?: Partial<RouteOutput<'app.settings'>>
  /** Outputs of routes, each the same at every request. */
  outputs?: { [Name in RouteName]?: RouteOutput<Name> }
}

interface Fixtures {
  /** Opens the built window over an in-memory bridge in the test's page. */
  openWindow(world?: GivenWorld): Promise<Page>
  /** Warnings and errors of the page's console and what was thrown; a test fails that leaves any. */
  problems: string[]
}

/** Playwright's `test` with the built window in a browser instead of Electron's. */
export const test = base.extend<Fixtures>({
  problems: [
    async ({ page }, use) => {
      const problems = listenForProblems(page)
      await use(problems)
      expect(problems, 'problems of the page').toEqual([])
    },
    { auto: true },
  ],
  openWindow: async ({ page }, use) => {
    await use(async (world = {}) => {
      const givenWorld: unknown = world
      await page.addInitScript((given) => Object.assign(window, { givenWorld: given }), givenWorld)
      await page.addInitScript({ path: resolve(builtGallery, 'sample-window.js') })
      await page.goto(urlOf('GATEHOUSE_WINDOW_URL'))
      await page.locator('[data-composer], main').first().waitFor()
      return page
    })
  },
})

export { expect }

export function listenForProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error')
      problems.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`))
  return problems
}

/** @param name of the variable that the global setup left */
export function urlOf(name: 'GATEHOUSE_WINDOW_URL' | 'GATEHOUSE_GALLERY_URL'): string {
  const url = process.env[name]
  if (url === undefined) throw new Error(`${name} is not set: nothing is served.`)
  return url
}

/** Inputs of every request of the page to this route so far. */
export async function requestsOf<Name extends RouteName>(
  page: Page,
  route: Name,
): Promise<RouteInput<Name>[]> {
  const inputs = await page.evaluate((name) => {
    const { bridge } = window as unknown as {
      bridge: { requests: { route: string; input: unknown }[] }
    }
    return bridge.requests.filter((one) => one.route === name).map(({ input }) => input)
  }, route)
  return inputs as RouteInput<Name>[]
}
