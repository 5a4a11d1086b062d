import {
  startAuthorizationServer,
  startFixtureHttpServer,
  startProtectedServer,
  visitPage,
  type AuthorizationServer,
  type FixtureEra,
  type HttpServerOptions,
  type ProtectedServer,
  type ProtectedServerOptions,
} from '@gatehouse/testkit'
import type { ElectronApplication, Locator, Page } from 'playwright-core'
import { expect } from '../../launch.ts'

export interface GuardedServer {
  issuer: AuthorizationServer
  server: ProtectedServer
  /** Names of the tools that really ran, in order. */
  ran(): string[]
  close(): Promise<void>
}

/** A server behind a sign-in, on this computer. */
export async function startGuardedServer(
  { era = 'modern', ...options }: Partial<ProtectedServerOptions> & { era?: FixtureEra } = {},
  extend?: HttpServerOptions['extend'],
): Promise<GuardedServer> {
  const issuer = await startAuthorizationServer()
  const behind = await startFixtureHttpServer({ era, ...(extend ? { extend } : {}) })
  const server = await startProtectedServer({
    target: behind.url,
    authorization: issuer,
    ...options,
  })
  return {
    issuer,
    server,
    ran: () => behind.events.flatMap((event) => (event.type === 'tool-called' ? [event.tool] : [])),
    async close() {
      await Promise.all([server.close(), behind.close(), issuer.close()])
    },
  }
}

/** Keeps what the app wants opened in the browser, and opens nothing. */
export async function watchBrowser(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

export function signInCard(page: Page): Locator {
  return page.locator('[data-testid="ask-card"][data-kind="sign-in"]')
}

/** Presses a button of the card as a person does who has seen it. */
export async function pressInCard(page: Page, name: string | RegExp): Promise<void> {
  const button = signInCard(page).getByRole('button', { name })
  await expect(button).toBeEnabled()
  // A press in the first moment is meant for what was there before.
  await page.waitForTimeout(600)
  await button.press('Enter')
}

/** Goes to the page as the browser of the person, who agrees there. */
export async function signInAt(url: string | undefined): Promise<string> {
  const { text } = await visitPage(url ?? '')
  return text
}
