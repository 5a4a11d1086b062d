import { join } from 'node:path'
import { fixtureServerCommand, type FakeStep } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { allowRow, chat } from './support/chat.ts'
import { inspect, resize } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { call, request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

const SERVERS = ['notes', 'files', 'wiki'] as const
/** Main counts no press on what was in view for less than half a second; the card neither. */
const READING_MS = 650

const tool = (name: string, text: string, server: string) => ({
  name: `${server}__${name}`,
  arguments: name === 'echo' ? { text } : { title: 'Plan', text },
})

/** Eleven calls that read and four that write, one of them destructive, at three servers. */
const kinds = [
  'echo',
  'echo',
  'echo',
  'append-note',
  'echo',
  'echo',
  'echo',
  'append-note',
  'echo',
  'echo',
  'echo',
  'write-note',
  'echo',
  'echo',
  'append-note',
]
const fifteen = kinds.map((name, at) =>
  tool(name, `call-${at}`, (name === 'echo' && SERVERS[at % 3]) || 'notes'),
)
const texts = kinds.map((_name, at) => `call-${at}`)
const step = (toolCalls: NonNullable<FakeStep['toolCalls']>): FakeStep => ({
  text: 'I will do this.',
  toolCalls,
})

/** The one card of the calls of a step. */
function plan(page: Page) {
  const foot = page.getByTestId('plan-footer')
  return {
    head: page.getByTestId('plan-header'),
    card: page.getByTestId('plan'),
    calls: page.getByTestId('plan-call'),
    rows: page.getByTestId('plan-row'),
    foot,
    note: page.getByTestId('plan-note'),
    allowShown: foot.getByRole('button', { name: /^(?:Allow \d+ shown|允许已显示的)/ }),
    denyAll: foot.getByRole('button', { name: /^(?:Deny all|全部拒绝)/ }),
  }
}

/** Only one of them writes: a tool of the same name at another would be pointed out in each row. */
async function threeServers(page: Page, eventsFile: string): Promise<void> {
  for (const name of SERVERS) {
    const writing = name === 'notes' ? (['write-note', 'append-note', 'slow'] as const) : []
    await addServer(page, fixtureServerCommand({ features: ['echo', ...writing], eventsFile }), {
      name,
    })
  }
}

const textsSent = (eventsFile: string) =>
  readEvents(eventsFile).flatMap((event) =>
    event.type === 'tool-called' ? [(event.arguments as { text?: string }).text] : [],
  )

/** Presses a key until no call waits; how many presses decided something, and how many only showed something. */
async function pressUntilDone(
  page: Page,
  keys: string,
): Promise<{ decided: number; showed: number }> {
  const { rows } = plan(page)
  const presses = { decided: 0, showed: 0 }
  await page.waitForTimeout(READING_MS)
  for (let left = await rows.count(); left > 0 && presses.showed < 60;) {
    await page.keyboard.press(keys)
    await page.waitForTimeout(READING_MS)
    const now = await rows.count()
    if (now < left) presses.decided += 1
    else {
      // No key is dead: what decided nothing says why.
      await expect(plan(page).note).not.toBeEmpty()
      presses.showed += 1
    }
    left = now
  }
  return presses
}

const sizes = [
  { name: '640', width: 640, height: 800, text: '100%' },
  { name: '900', width: 900, height: 800, text: '100%' },
  { name: '1280', width: 1280, height: 800, text: '100%' },
  { name: '640 with large text', width: 640, height: 800, text: '200%' },
  { name: '900 with large text', width: 900, height: 800, text: '200%' },
  { name: '1280 with large text', width: 1280, height: 800, text: '200%' },
] as const

async function present(gatehouse: Gatehouse, size: (typeof sizes)[number]): Promise<void> {
  await resize(gatehouse, { width: size.width, height: size.height })
  await gatehouse.page.evaluate(
    (value) => (document.documentElement.style.fontSize = value),
    size.text,
  )
}

for (const size of sizes)
  test(
    `fifteen calls by keys alone, at ${size.name}: each by a press, four writes by one, all denied by one`,
    nightly('chat.plan.keys', 'chat.plan.order', 'chat.plan.deny'),
    async ({ gatehouse }, testInfo) => {
      test.setTimeout(200_000)
      const { page } = gatehouse
      const eventsFile = join(scratch(testInfo), 'events')
      await threeServers(page, eventsFile)
      const writes = ['w0', 'w1', 'w2', 'w3'].map((text) => tool('write-note', text, 'notes'))
      await connectScripted(page, 'chat', [
        step(fifteen),
        { text: 'Done.' },
        step(writes),
        { text: 'Written.' },
        step(fifteen),
        { text: 'Very well.' },
      ])
      await present(gatehouse, size)
      const open = chat(page)
      await open.send('Go on.')
      const { rows, card } = plan(page)
      await expect(rows).toHaveCount(15)
      await takePicture(page, `plan-${size.name}`)
      const one = await pressUntilDone(page, 'Control+Enter')
      expect(one.decided).toBe(15)
      expect(one.showed).toBeLessThanOrEqual(15)
      await expect(open.answers.last()).toContainText('Done.')
      expect(textsSent(eventsFile)).toEqual(texts)

      await open.send('Write.')
      await expect(rows).toHaveCount(4)
      await takePicture(page, `four-${size.name}`)
      const four = await pressUntilDone(page, 'Control+Shift+Enter')
      expect(four.decided).toBe(1)
      // With large text one call is higher than the list.
      expect(four.showed).toBeLessThanOrEqual(size.text === '200%' ? 8 : 4)
      await expect(open.answers.last()).toContainText('Written.')

      await open.send('And again.')
      await expect(rows).toHaveCount(15)
      await page.locator('[data-plan-list]').evaluate((list) => (list.scrollTop = 300))
      await page.locator('[data-transcript]').evaluate((box) => (box.scrollTop = 0))
      await page.keyboard.press('Shift+Escape')
      await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(0)
      await expect(card).toHaveCount(0)
      expect(textsSent(eventsFile)).toHaveLength(19)
      proves('chat.plan.keys', 'chat.plan.order', 'chat.plan.deny')
    },
  )

test('several calls of one step are one list: one allowed with changes, one denied with a reason, reads together', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await threeServers(page, eventsFile)
  const long = 'word '.repeat(100)
  const endpoint = await connectScripted(page, 'chat', [
    step([
      tool('echo', 'one', 'notes'),
      tool('write-note', 'two', 'notes'),
      tool('write-note', 'three', 'notes'),
      tool('echo', long, 'notes'),
    ]),
    { text: 'Done.' },
  ])
  const open = chat(page)
  await open.send('Go on.')
  const card = plan(page)
  await expect(card.head).toContainText('4 tool calls')
  await expect(card.head).toContainText('4 need your approval')
  expect(readEvents(eventsFile)).toEqual([])
  await card.rows.nth(1).focus()
  await card.rows.nth(1).getByRole('button', { name: 'Deny…' }).click()
  await page.keyboard.type('Not that one.')
  await page.keyboard.press('Enter')
  await expect(card.head).toContainText('1 denied')
  const edited = card.calls.nth(2)
  await card.rows.nth(1).focus()
  await edited.getByRole('button', { name: 'Edit arguments' }).click()
  await edited.getByRole('textbox').nth(1).fill('three, changed')
  await page.waitForTimeout(READING_MS)
  await edited.getByRole('button', { name: 'Allow with changes' }).click()
  await expect(card.head).toContainText('2 need your approval')
  const all = card.foot.getByRole('button', { name: 'Allow all 2 read-only, 1 not in view' })
  // A press counts once the number has been there for half a second.
  await expect(async () => {
    await all.click({ timeout: 2000 })
    await expect(card.rows).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expect.poll(() => textsSent(eventsFile)).toHaveLength(3)
  await expect.poll(() => requestTexts(endpoint).length).toBe(2)
  expect(textsSent(eventsFile)).toEqual(expect.arrayContaining(['one', 'three, changed', long]))
  expect(requestTexts(endpoint)[1]).toContain('Not that one.')
  const records = await request(page, 'ask.history', { limit: 10 })
  const unopened = records.flatMap(({ by }) =>
    by?.kind === 'person' && by.unopened ? [by.unopened] : [],
  )
  expect(unopened).toMatchObject([{ count: 1 }])
  await expect(card.head).toHaveCount(0)
  proves('chat.plan.each', 'chat.plan.all', 'chat.plan.unopened')
})

/** @threat unseen.in-a-plan */
test(
  'of many calls none is allowed with the others before it was in view',
  nightly('chat.plan.unseen'),
  async ({ gatehouse }, testInfo) => {
    test.setTimeout(300_000)
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await threeServers(page, eventsFile)
    const all = Array.from({ length: 64 }, (_, at) => tool('append-note', `call ${at}`, 'notes'))
    await connectScripted(page, 'chat', [step(all), { text: 'Done.' }])
    await chat(page).send('Go on.')
    const card = plan(page)
    await expect(card.rows).toHaveCount(64)
    await page.waitForTimeout(READING_MS)
    // Scrolling past is not reading.
    await page.locator('[data-plan-list]').evaluate((box) => {
      for (let at = 0; at < box.scrollHeight; at += 200) box.scrollTop = at
      box.scrollTop = 0
    })
    await page.waitForTimeout(READING_MS)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(card.note).toContainText('not read yet')
    await expect(card.rows).toHaveCount(64)
    await page.waitForTimeout(READING_MS)
    await card.allowShown.click()
    await expect.poll(() => card.rows.count()).toBeLessThan(64)
    expect(await card.rows.count()).toBeGreaterThan(40)
    const asks = await request(page, 'ask.list', {})
    // Page script that claims more than one step, or that no press stands behind, gets nothing.
    const claimed = asks.map(({ id }) => ({ id, shown: '0'.repeat(64) }))
    await page.waitForTimeout(3200)
    await expect(
      call(page, 'ask.answer-plan', { decision: 'allow-once', calls: claimed }),
    ).rejects.toThrow(/not-by-person/)
    expect(await pressUntilDone(page, 'Control+Shift+Enter')).toMatchObject({ decided: 1 })
    await expect(chat(page).answers.last()).toContainText('Done.')
    expect(textsSent(eventsFile)).toHaveLength(64)
    proves('chat.plan.unseen')
    expect(gatehouse.problems).toEqual([])
  },
)

test(
  'a plan keeps each call’s outcome when a server goes and when the app is killed',
  nightly('chat.plan.outcomes'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await threeServers(page, eventsFile)
    const slow = { name: 'notes__slow', arguments: { steps: 1000, stepMs: 100 } }
    const calls = [
      tool('echo', 'quick', 'notes'),
      slow,
      tool('echo', 'gone', 'files'),
      tool('echo', 'waits', 'notes'),
    ]
    await connectScripted(page, 'chat', [step(calls)])
    await chat(page).send('Go on.')
    const card = plan(page)
    await expect(card.head).toContainText('4 need your approval')
    const servers = await request(page, 'server.list', {})
    const files = servers.find(({ config }) => config.name === 'files')
    await request(page, 'server.remove', { id: files?.config.id ?? '' })
    await expect(card.head).toContainText('3 need your approval')
    await expect(card.head).toContainText('1 ended without running')
    await expect(card.calls.nth(2)).toContainText('Cancelled')
    await allowRow(page, 'Echo')
    await expect(card.calls.nth(0).getByTestId('tool-call')).toHaveAttribute('data-status', 'done')
    await allowRow(page, 'Slow')
    await expect(card.calls.nth(1)).toContainText(/Step \d+ of/)
    await gatehouse.kill9()
    await gatehouse.restart()
    await resumeAfterCrash(gatehouse.page)
    const after = chat(gatehouse.page)
    const statuses = ['done', 'unknown', 'cancelled', 'cancelled']
    for (const [index, status] of statuses.entries())
      await expect(after.calls.nth(index)).toHaveAttribute('data-status', status)
    expect(await request(gatehouse.page, 'ask.list', {})).toEqual([])
    proves('chat.plan.outcomes')
  },
)

for (const language of ['en', 'zh-CN'] as const)
  test(
    `a plan in ${language} has nothing cut or covered, also narrow and with large text`,
    nightly('chat.plan.narrow'),
    async ({ gatehouse }, testInfo) => {
      test.setTimeout(200_000)
      const { page } = gatehouse
      await threeServers(page, join(scratch(testInfo), 'events'))
      await connectScripted(page, 'chat', [step(fifteen)])
      await chat(page).send('Go on.')
      const card = plan(page)
      await expect(card.rows).toHaveCount(15)
      await request(page, 'app.change-settings', { language })
      expect(await inspect(gatehouse, `${language}/plan`, card.card)).toEqual([])
      for (const size of sizes) {
        await present(gatehouse, size)
        await page.waitForTimeout(READING_MS)
        expect(await findLayoutFaults(page)).toEqual([])
        await takePicture(page, `${language}/plan-${size.name}`)
        await card.foot.scrollIntoViewIfNeeded()
        await expect(card.denyAll).toBeInViewport()
      }
      proves('chat.plan.narrow')
    },
  )
