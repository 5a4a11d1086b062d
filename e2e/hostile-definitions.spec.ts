import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import {
  deepTool,
  hostilePrompts,
  hostileTexts,
  hostileTools,
} from './support/hostile-definitions.ts'
import { expectNothingRan } from './support/inert.ts'
import { resize } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { startListedServer } from './support/listed-server.ts'
import { connectScripted } from './support/models/models.ts'
import { startNetworkTap } from './support/network-tap.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { longestTaskDuring } from './support/window-tasks.ts'

/** Milliseconds of processor time that one task of the window may take. */
const MAX_TASK_MS = 100
const COUNT = 500

/** The window as it is now, in three sizes. */
async function expectInert(gatehouse: Gatehouse, name: string): Promise<void> {
  const { page } = gatehouse
  await expectNothingRan(page)
  for (const width of [640, 900, 1280]) {
    await resize(gatehouse, { width, height: 800 })
    expect.soft(await findLayoutFaults(page), `${name}, ${width} px`).toEqual([])
    await takePicture(page, `hostile-definitions/${name}-${width}`)
  }
}

/**
 * @threat drawing.definitions
 * @attacker server
 * @tries fills hundreds of definitions with text that is markup, commands of a terminal, links, unseen or stacked
 * characters, a megabyte long or 10,000 levels deep: to be drawn as the app’s own, to push its buttons away, to be
 * fetched from, or to block the window
 * @stoppedBy definitions are drawn as text with invisible characters revealed, a part at a time and only what is in
 * view; no address in them is asked; a definition that is too deep and what is beyond two megabytes of a list are left
 * out, which the log of the server says
 */
test(
  '500 definitions of hostile text are drawn inert, hold nothing up and ask nobody',
  nightly(
    'server.hostile-definitions.page',
    'server.hostile-definitions.menu',
    'server.hostile-definitions.card',
    'server.hostile-definitions.tasks',
    'server.hostile-definitions.network',
  ),
  async ({ gatehouse }, testInfo) => {
    test.setTimeout(300_000)
    const { page } = gatehouse
    const tap = await startNetworkTap()
    const away = `http://127.0.0.1:${tap.port}`
    const kinds = Object.keys(hostileTexts(away))
    const server = await startListedServer({
      tools: hostileTools(COUNT, away),
      prompts: hostilePrompts(COUNT, away),
    })
    const tasks: { [scene: string]: number } = {}
    const within = async (scene: string, work: () => Promise<void>): Promise<void> => {
      tasks[scene] = await longestTaskDuring(page, work)
    }
    const main = page.getByRole('main')
    await within('connecting', async () => {
      const view = await addServer(page, { url: server.url }, { name: 'hostile' })
      expect(view.toolCount).toBe(COUNT)
    })
    await openServer(page, 'hostile')
    await within('list of tools', async () => {
      await openServerTab(page, 'Tools')
      await expect(main.getByRole('heading', { level: 2 })).toBeVisible()
      await main.getByRole('navigation', { name: 'Tools' }).hover()
      for (const by of [4000, 40_000, -40_000]) await page.mouse.wheel(0, by)
    })
    await expectInert(gatehouse, 'list of tools')
    const filter = main.getByRole('searchbox')
    for (const [at, kind] of kinds.entries()) {
      await within(`tool: ${kind}`, async () => {
        await filter.fill(`tool_${at}`)
        await expect(main.locator('p.font-mono')).toHaveText(`tool_${at}`)
      })
      await expectInert(gatehouse, `tool ${kind}`)
    }
    await filter.fill('tool_0')
    await within('tool: more of a megabyte', async () => {
      await main.locator('[data-more-text]').first().click()
    })
    proves('server.hostile-definitions.page')

    await page.keyboard.press('Control+1')
    const uses = [0, 3, 4, 8, 10].map((at) => ({
      toolCalls: [{ name: `hostile__tool_${at}`, arguments: { deep: { a: `${at}` } } }],
    }))
    await connectScripted(page, 'chat', [...uses, { text: 'Done.' }])
    const open = chat(page)
    const option = page.getByRole('option')
    await within('list of prompts', async () => {
      await open.composer.focus()
      await page.keyboard.type('/')
      await expect(option.first()).toBeVisible()
      await page.keyboard.press('End')
      await page.keyboard.type('prompt_4')
      await expect(option.first()).toBeVisible()
    })
    await expectInert(gatehouse, 'list of prompts')
    await page.keyboard.press('Escape')
    await open.composer.fill('')
    proves('server.hostile-definitions.menu')

    const card = page.getByTestId('approval-card')
    await within('first card', () => open.send('Use them.').then(() => expect(card).toBeVisible()))
    for (const at of [0, 3, 4, 8, 10]) {
      await expect(card).toContainText(`tool_${at}`)
      const description = card.getByRole('button', { name: 'Tool description from hostile' })
      await within(`card: ${kinds[at]}`, async () => {
        await description.click()
        await expect(
          card.getByRole('group', { name: 'Tool description from hostile' }),
        ).toBeVisible()
      })
      await expectInert(gatehouse, `card ${kinds[at]}`)
      await open.approval(`tool_${at}`).deny('No.')
    }
    await expect(open.answers.last()).toContainText('Done.')
    proves('server.hostile-definitions.card')
    testInfo.annotations.push({ type: 'longest tasks', description: JSON.stringify(tasks) })
    expect(Object.entries(tasks).filter(([, ms]) => ms > MAX_TASK_MS)).toEqual([])
    // The same is seen of a task that is too long.
    const busy = await longestTaskDuring(page, async () => {
      // So much work, not so long: where others take the processor, half a second is little.
      await page.evaluate(() => {
        let sum = 0
        for (let at = 0; at < 3e7; at += 1) sum += Math.sin(at)
        return sum
      })
    })
    expect(busy).toBeGreaterThan(MAX_TASK_MS)
    proves('server.hostile-definitions.tasks')
    expect(server.called).toEqual([])
    expect(tap.received).toEqual([])
    proves('server.hostile-definitions.network')
    tap.close()
    server.close()
  },
)

/** @threat drawing.definitions */
test(
  'a schema 10,000 levels deep and 500 descriptions of a megabyte are refused in words',
  nightly('server.hostile-definitions.refused'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const long = JSON.stringify({
      name: 'long',
      description: 'y'.repeat(1_000_000),
      inputSchema: { type: 'object' },
    })
    const deep = await startListedServer({ tools: [deepTool(10_000)] })
    const large = await startListedServer({ tools: Array.from({ length: COUNT }, () => long) })
    for (const { name, url, left, note } of [
      { name: 'deep', url: deep.url, left: 0, note: 'The tool "deep" is left out' },
      { name: 'large', url: large.url, left: 1, note: 'The list has more than 2,097,152 bytes' },
    ]) {
      const { toolCount } = await addServer(page, { url }, { name })
      expect(toolCount).toBe(left)
      await openServer(page, name)
      await openServerTab(page, 'Logs')
      await expect(page.getByRole('main')).toContainText(note)
      await expectInert(gatehouse, `refused ${name}`)
    }
    expect(await request(page, 'ask.list', {})).toEqual([])
    proves('server.hostile-definitions.refused')
    deep.close()
    large.close()
  },
)
