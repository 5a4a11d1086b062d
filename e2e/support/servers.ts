import type { RouteInput, RouteOutput } from '@gatehouse/contract'
import type { StdioCommand } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { consenting } from './consent.ts'
import { request } from './routes.ts'

export type ServerView = RouteOutput<'server.list'>[number]
type Draft = RouteInput<'server.propose'>

export interface ServerOptions {
  name: string
  env?: { name: string; value: string; secret: boolean }[]
  cwd?: string
  protocol?: Draft['protocol']
  start?: 'launch' | 'demand'
  /** State to wait for after the start; `undefined` waits for nothing. Default `ready`. */
  until?: ServerView['connection']['status'] | undefined
}

/** Adds a server by the route that the dialog uses, and consents, for tests of what comes after. */
export async function addServer(
  page: Page,
  target: StdioCommand | { url: string },
  options: ServerOptions,
): Promise<ServerView> {
  const { name, env = [], cwd, protocol, start, until = 'ready' } = options
  const transport: Draft['transport'] =
    'url' in target
      ? { kind: 'http', url: target.url, headers: [] }
      : { kind: 'stdio', ...target, env, ...(cwd === undefined ? {} : { cwd }) }
  const proposing = request(page, 'server.propose', {
    name,
    transport,
    ...(protocol === undefined ? {} : { protocol }),
    ...(start === undefined ? {} : { start }),
  })
  const proposal = await consenting(page, proposing)
  if (proposal.outcome !== 'saved') throw new Error(`${name} was not added.`)
  const view = proposal.server
  if ('until' in options && options.until === undefined) return view
  return waitForServer(page, view.config.id, until)
}

/** The server once it is in the wanted state. */
export async function waitForServer(
  page: Page,
  id: string,
  status: ServerView['connection']['status'],
): Promise<ServerView> {
  let found: ServerView | undefined
  const look = async () => {
    found = (await request(page, 'server.list', {})).find((view) => view.config.id === id)
    return found?.connection.status === status ? status : JSON.stringify(found?.connection)
  }
  await expect.poll(look, { timeout: 20_000, intervals: [30, 50, 100] }).toBe(status)
  if (!found) throw new Error(`There is no server ${id}.`)
  return found
}

/** Opens the page of a server by its list. */
export async function openServer(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Servers' })
    .click()
  const showList = page.getByRole('button', { name: 'Show list' })
  if (await showList.isVisible()) await showList.click()
  await page.getByRole('navigation', { name: 'Servers' }).getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Chooses a tab of the server page that is open. */
export async function openServerTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('tablist', { name: 'Server pages' }).getByRole('tab', { name: tab }).click()
}
