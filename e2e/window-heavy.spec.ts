import { deflateSync } from 'node:zlib'
import { startFixtureHttpServer } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { chat, openCall } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

/** Milliseconds of the longest task of the window since `watchTasks`. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { longest: number }).longest)

const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = Object.assign(globalThis, { longest: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ entryTypes: ['longtask'] })
  })

/** Twice the budget and more: the machines that run this do other things meanwhile. */
const MAX_TASK_MS = 1000

/** Runs the one tool of a server that gives back what the test wants, in a chat by hand. */
async function runTool(gatehouse: Gatehouse, content: Content[]) {
  const server = await startFixtureHttpServer({
    era: 'legacy',
    features: [],
    extend: (own) =>
      void own.registerTool('give', { description: 'Gives back.' }, () => ({ content })),
  })
  const { page } = gatehouse
  const view = await addServer(page, { url: server.url }, { name: 'heavy' })
  await expect.poll(async () => (await request(page, 'chat.list', {})).length).toBeGreaterThan(0)
  const [open] = await request(page, 'chat.list', {})
  await watchTasks(page)
  await request(page, 'chat.run-tool', {
    id: open?.id ?? '',
    serverId: view.config.id,
    toolName: 'give',
    arguments: {},
  })
  await chat(page).approval('give').allowOnce()
  await expect(chat(page).calls).toHaveAttribute('data-status', 'done')
  await openCall(chat(page).calls)
  return server
}

function hugePng(width: number, height: number): string {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat(parts).toString('base64')
}

/** @threat window.huge-picture */
test(
  'a picture of 20,000 × 20,000 pixels is refused in words',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const data = hugePng(20_000, 20_000)
    const server = await runTool(gatehouse, [{ type: 'image', mimeType: 'image/png', data }])
    const { page } = gatehouse
    await expect(chat(page).calls).toContainText('it is too large: 20,000 × 20,000 pixels')
    await expect(page.locator('img[src^="data:image/png"]')).toHaveCount(0)
    const longest = await longestTask(page)
    testInfo.annotations.push({ type: 'longest task', description: `${longest} ms` })
    expect(longest).toBeLessThan(MAX_TASK_MS)
    await server.close()
  },
)

/**
 * @threat window.many-blocks
 * @attacker server
 * @tries To block the window with a result of thousands of blocks.
 * @stoppedBy A result is drawn 20 blocks at a time; what an older file holds beyond 500 is not read.
 */
test(
  'a result of hundreds of blocks is drawn a stretch at a time',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const content = Array.from({ length: 450 }, (_, index): Content => ({
      type: 'text',
      text: `block ${index} ${'words '.repeat(200)}`,
    }))
    const server = await runTool(gatehouse, content)
    const { page } = gatehouse
    const call = chat(page).calls
    await expect(call).toContainText('block 15 ')
    await expect(call).not.toContainText('block 20 ')
    // What comes after the first parts is in a file until the person wants to see it.
    await call.getByRole('button', { name: /^Show \d+ more parts$/ }).click()
    await expect(call).toContainText('block 30 ')
    await expect(call).not.toContainText('block 60 ')
    await call.getByRole('button', { name: /^Show 50 more \(/ }).click()
    await expect(call).toContainText('block 80 ')
    await expect(call).not.toContainText('block 120 ')
    const longest = await longestTask(page)
    testInfo.annotations.push({ type: 'longest task', description: `${longest} ms` })
    expect(longest).toBeLessThan(MAX_TASK_MS)
    await server.close()
  },
)

/** @threat window.deep-markdown */
test(
  'markdown that overflows or stalls its parser is plain text, and the chat lives',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const hostile = [
      '- '.repeat(3000),
      '['.repeat(20_000),
      `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|a\n'.repeat(2000)}`,
      '*a **b _c '.repeat(4000),
      '# a\n'.repeat(10_000),
    ]
    await connectScripted(page, 'chat', [
      ...hostile.map((text) => ({ text })),
      { text: 'And **all** is well.' },
    ])
    const open = chat(page)
    await watchTasks(page)
    const tasks: string[] = []
    for (const [index] of hostile.entries()) {
      await open.send(`Round ${index}`)
      await expect(open.stop).toHaveCount(0, { timeout: 20_000 })
      tasks.push(`${index}: ${await longestTask(page)} ms`)
    }
    await open.send('Is all well?')
    await expect(open.answers.last()).toContainText('And all is well.')
    testInfo.annotations.push({ type: 'longest task', description: tasks.join(', ') })
    expect(await longestTask(page)).toBeLessThan(MAX_TASK_MS)
  },
)

/**
 * @threat window.many-tools
 * @attacker server
 * @tries To hold lists and palettes up with a thousand tools of long descriptions.
 * @stoppedBy Long lists draw what is in view, palettes and boxes at most a hundred or two items.
 */
test(
  'a server of a thousand tools with long descriptions is browsed and searched without a halt',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const description = 'What this tool does, at length. '.repeat(50)
    const server = await startFixtureHttpServer({
      era: 'legacy',
      features: [],
      extend: (own) => {
        for (let index = 0; index < 1000; index += 1)
          own.registerTool(`tool-${index}`, { description }, () => ({ content: [] }))
      },
    })
    const { page } = gatehouse
    await addServer(page, { url: server.url }, { name: 'heavy' })
    await watchTasks(page)
    await openServer(page, 'heavy')
    await openServerTab(page, 'Tools')
    const list = page.getByRole('navigation', { name: 'Tools' })
    await expect(list.getByText('tool-0', { exact: true })).toBeVisible()
    expect(await list.locator('[data-list-row]').count()).toBeLessThan(100)
    await page.getByRole('searchbox', { name: 'Filter tools' }).fill('tool-999')
    await expect(list.locator('[data-list-row]')).toHaveCount(1)
    const browsing = await longestTask(page)
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: 'Run a tool' }).first().click()
    const palette = page.getByRole('dialog', { name: 'Run a tool' })
    await expect(palette.getByRole('option').first()).toBeVisible()
    expect(await palette.getByRole('option').count()).toBeLessThanOrEqual(100)
    await expect(palette).toContainText('Type to find others')
    await page.keyboard.type('tool-998')
    await expect(palette.getByRole('option')).toHaveCount(1)
    const longest = await longestTask(page)
    testInfo.annotations.push({ type: 'longest task', description: `${browsing}, ${longest} ms` })
    expect(longest).toBeLessThan(MAX_TASK_MS)
    await server.close()
  },
)
