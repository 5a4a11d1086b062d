import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { protocolServerCommand, serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { consenting } from './support/consent.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

/** What a server asks with each of its tools, and the kind of the card. */
const questions = [
  ['ask-form', 'elicitation'],
  ['ask-url', 'elicitation'],
  ['ask-sample-tools', 'sampling-request'],
  ['ask-roots', 'roots'],
] as const

/** Runs a tool in the chat that is open. */
async function run(page: Page, serverId: string, toolName: string): Promise<string> {
  const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
  const topic = { topic: 'python', ambiguous: true }
  const given = toolName === 'simulate-research-query' ? topic : {}
  await request(page, 'chat.run-tool', { id, serverId, toolName, arguments: given })
  await allowNext(page)
  return id
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`every screen of what servers ask in ${language} has no axe violation, and nothing cut or covered`, async ({
    gatehouse,
  }) => {
    test.setTimeout(150_000)
    const { page, userData } = gatehouse
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const modern = protocolServerCommand({ era: 'modern' })
    const { config } = await addServer(page, modern, { name: 'kitchen' })
    await connectScripted(page, 'chat', [{ text: 'Sunny.' }])
    // Without folders a server that wants roots gets an empty list, and nobody is asked.
    const path = join(userData, 'site')
    mkdirSync(path)
    const workspace = await request(page, 'workspace.create', { name: 'Website' })
    const add = { id: workspace.id, paths: [path] }
    await consenting(page, request(page, 'workspace.add-folders', add))
    const faults: string[] = []
    const look = async (name: string) => {
      await request(page, 'app.change-settings', { language })
      faults.push(...(await inspect(gatehouse, `${language}/${name}`)))
      await request(page, 'app.change-settings', { language: 'en' })
    }
    for (const [tool, kind] of questions) {
      await page.keyboard.press('Control+1')
      const id = await run(page, config.id, tool)
      const card = page.locator(`[data-testid="ask-card"][data-kind="${kind}"]`)
      await expect(card).toBeVisible()
      await look(`asks-${tool}`)
      await request(page, 'chat.stop', { id })
      await expect(card).toHaveCount(0)
    }
    await openServer(page, 'kitchen')
    await openServerTab(page, 'Skills')
    await look('server-skills')

    const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
    const old = await addServer(page, everything, { name: 'everything', protocol: 'legacy' })
    await page.keyboard.press('Control+1')
    const id = await run(page, old.config.id, 'simulate-research-query')
    await expect(page.getByTestId('tool-call').last()).toBeVisible()
    await expect(page.locator('[data-testid="ask-card"][data-kind="elicitation"]')).toBeVisible()
    await look('chat-task')
    await openServer(page, 'everything')
    await openServerTab(page, 'Tasks')
    await look('server-tasks')
    await request(page, 'chat.stop', { id })
    expect(faults).toEqual([])
    proves(`frame.accessible.asks-${language}`)
    expect(gatehouse.problems).toEqual([])
  })
}
