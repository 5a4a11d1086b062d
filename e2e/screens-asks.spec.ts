import type { RouteInput, RouteOutput } from '@gatehouse/contract'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { handwrittenServerCommand, serverEverythingPath } from '@gatehouse/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { consenting } from './support/consent.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

/** Requests of a server by tool, and the kind of the card. */
const questions = [
  ['ask-form', 'elicitation'],
  ['ask-url', 'elicitation'],
  ['ask-sample-tools', 'sampling-request'],
  ['ask-roots', 'roots'],
] as const

type Run = RouteInput<'chat.run-tool'>
type AskKind = RouteOutput<'ask.list'>[number]['kind']

/** Runs a tool in the chat that is open. */
async function run(page: Page, call: Omit<Run, 'id' | 'arguments'>, given: Run['arguments'] = {}) {
  const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
  await request(page, 'chat.run-tool', { id, ...call, arguments: given })
  await allowNext(page)
  return id
}

const cards = (page: Page, kind: AskKind): Locator =>
  page.locator(`[data-testid="ask-card"][data-kind="${kind}"]`)

/** The one card that is there, of the kind that is expected. */
async function onlyCard(page: Page, kind: AskKind): Promise<Locator> {
  await expect(cards(page, kind)).toBeVisible()
  expect((await request(page, 'ask.list', {})).map((ask) => ask.kind)).toEqual([kind])
  return cards(page, kind)
}

/** By keyboard: the transcript may still move under a pointer when a card has just come. */
async function press(card: Locator, name: string): Promise<void> {
  const button = card.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** Pages are opened nowhere. */
async function openNoPages({ app }: Gatehouse): Promise<void> {
  await app.evaluate(({ shell }) => void (shell.openExternal = () => Promise.resolve()))
}

/** Without folders a server that wants roots gets an empty list, and nobody is asked. */
async function addFolder({ page, userData }: Gatehouse): Promise<void> {
  const path = join(userData, 'site')
  mkdirSync(path)
  const { id } = await request(page, 'workspace.create', { name: 'Website' })
  await consenting(page, request(page, 'workspace.add-folders', { id, paths: [path] }))
}

/** Until the chat takes another call: its cards may be gone a moment before. */
async function stop(page: Page, id: string, kind: AskKind): Promise<void> {
  await request(page, 'chat.stop', { id })
  await expect(cards(page, kind)).toHaveCount(0)
  const status = async () => (await request(page, 'chat.get', { id })).turns.at(-1)?.status
  await expect.poll(status).not.toBe('running')
}

type Look = (name: string) => Promise<void>

/** Everything that a server of the newer era asks, and what a model answered it. */
async function askModern(page: Page, look: Look): Promise<void> {
  const modern = handwrittenServerCommand({ era: 'modern' })
  const { config } = await addServer(page, modern, { name: 'kitchen' })
  for (const [toolName, kind] of questions) {
    await page.keyboard.press('Control+1')
    const id = await run(page, { serverId: config.id, toolName })
    await onlyCard(page, kind)
    await look(`asks-${toolName}`)
    await stop(page, id, kind)
  }
  const id = await run(page, { serverId: config.id, toolName: 'ask-sample' })
  await press(await onlyCard(page, 'sampling-request'), 'Run')
  await expect(await onlyCard(page, 'sampling-response')).toContainText('Sunny.')
  await look('asks-sampling-response')
  await stop(page, id, 'sampling-response')
  await openServer(page, 'kitchen')
  await openServerTab(page, 'Skills')
  await look('server-skills')
}

/** Asks that only a legacy server makes: its roots at the start, and a page to visit first. */
async function askLegacy(page: Page, look: Look): Promise<void> {
  const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
  const { config } = await addServer(page, everything, { name: 'everything', protocol: 'legacy' })
  const serverId = config.id
  await page.keyboard.press('Control+3')
  await press(await onlyCard(page, 'roots'), 'Don’t share')
  await expect(cards(page, 'roots')).toHaveCount(0)

  await page.keyboard.press('Control+1')
  const url = 'https://example.com/connect?id=7'
  const visit = { url, message: 'Sign in first.', errorPath: true }
  const waiting = await run(page, { serverId, toolName: 'trigger-url-elicitation' }, visit)
  await press(await onlyCard(page, 'elicitation'), 'Open in browser')
  await onlyCard(page, 'elicitation-wait')
  await look('asks-elicitation-wait')
  await stop(page, waiting, 'elicitation-wait')

  const form = await run(page, { serverId, toolName: 'trigger-elicitation-request' })
  // In a chat the way to its end lies over what is longer than the window.
  await page.keyboard.press('Control+3')
  await onlyCard(page, 'elicitation')
  await look('asks-large-form')
  await stop(page, form, 'elicitation')
  await page.keyboard.press('Control+1')

  const topic = { topic: 'python', ambiguous: true }
  const id = await run(page, { serverId, toolName: 'simulate-research-query' }, topic)
  await expect(page.getByTestId('tool-call').last()).toBeVisible()
  await onlyCard(page, 'elicitation')
  await look('chat-task')
  await openServer(page, 'everything')
  await openServerTab(page, 'Tasks')
  await look('server-tasks')
  await request(page, 'chat.stop', { id })
}

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `every screen of what servers ask in ${language} has no axe violation, and nothing cut or covered`,
    nightly(`frame.accessible.asks-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(480_000)
      const { page } = gatehouse
      await openNoPages(gatehouse)
      await connectScripted(page, 'chat', [{ text: 'Sunny.' }])
      await addFolder(gatehouse)
      const faults: string[] = []
      const look = async (name: string) => {
        await request(page, 'app.change-settings', { language })
        faults.push(...(await inspect(gatehouse, `${language}/${name}`)))
        await request(page, 'app.change-settings', { language: 'en' })
      }
      await askModern(page, look)
      await askLegacy(page, look)
      expect(faults).toEqual([])
      proves(`frame.accessible.asks-${language}`)
      expect(gatehouse.problems).toEqual([])
    },
  )
}
