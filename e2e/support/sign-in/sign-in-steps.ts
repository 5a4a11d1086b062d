import type { Page } from 'playwright-core'
import { expect, type Gatehouse } from '../../launch.ts'
import { request } from '../routes.ts'
import { addServer, waitForServer } from '../servers.ts'
import { signInAt, signInCard, watchBrowser, type GuardedServer } from './sign-in.ts'
import { allowNext, textOf } from '../tool-runs.ts'

/** Adds the server, which then waits for a sign-in, and opens Activity. */
export async function addGuarded(
  page: Page,
  { server: { url } }: GuardedServer,
  name = 'guarded',
): Promise<string> {
  const { config } = await addServer(page, { url }, { name, until: undefined })
  await request(page, 'server.start', { id: config.id }).catch(() => undefined)
  await page.keyboard.press('Control+3')
  await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
  return config.id
}

/** Presses a button of the card of a sign-in. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = signInCard(page).getByRole('button', { name })
  await expect(button).toBeEnabled()
  // A press in the first moment is meant for what was there before.
  await page.waitForTimeout(600)
  await button.press('Enter')
}

/** As {@link addGuarded}, and signs in. `opened`: the pages that the browser was asked for. */
export async function addSignedIn({ app, page }: Gatehouse, guarded: GuardedServer, name?: string) {
  const opened = await watchBrowser(app)
  const id = await addGuarded(page, guarded, name)
  await press(page, /^Continue in browser/)
  await expect.poll(async () => (await opened()).length).toBe(1)
  await signInAt((await opened())[0])
  await waitForServer(page, id, 'ready')
  return { id, opened }
}

/** Runs a tool in the chat that is open, and allows it. */
export async function run(
  page: Page,
  serverId: string,
  { toolName, ...given }: { toolName: string } & Record<string, unknown>,
) {
  await page.keyboard.press('Control+1')
  const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
  const call = { serverId, toolName, arguments: given as Record<string, never> }
  const { turnId } = await request(page, 'chat.run-tool', { id, ...call })
  await allowNext(page)
  return async () => {
    const turn = (await request(page, 'chat.get', { id })).turns.find((one) => one.id === turnId)
    const entry = turn?.entries.find((one) => one.kind === 'tool-call')
    return turn?.status === 'done' && entry ? (entry.error ?? textOf(entry)) : ''
  }
}
