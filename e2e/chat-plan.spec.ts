import { join } from 'node:path'
import { fixtureServerCommand, type FakeStep } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect, resize } from './support/inspect.ts'
import { findLayoutFaults } from './support/layout.ts'
import { connectScripted, requestTexts } from './support/models.ts'
import { takePicture } from './support/results.ts'
import { call, request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

const echo = (text: string, server = 'notes') => ({
  name: `${server}__echo`,
  arguments: { text },
})

const stepOf = (texts: string[]): FakeStep => ({
  text: 'I will do this.',
  toolCalls: texts.map((text, index) => echo(text, index % 2 === 0 ? 'notes' : 'files')),
})

/** The one card of the calls of a step. */
function plan(page: Page) {
  const foot = page.getByTestId('plan-footer')
  return {
    head: page.getByTestId('plan-header'),
    calls: page.getByTestId('plan-call'),
    foot,
    seen: page.getByTestId('plan-seen'),
    allowAll: foot.getByRole('button', { name: /^(?:Allow all|全部允许)/ }),
    next: foot.getByRole('button', { name: /^(?:Show the next|查看下一个)/ }),
    denyAll: foot.getByRole('button', { name: /^(?:Deny all|全部拒绝)/ }),
  }
}

/** Reads every call as a person does: from one that was not in view to the next. */
async function readAll(page: Page, most: number): Promise<void> {
  const { allowAll, next } = plan(page)
  for (let left = most; left > 0; left -= 1) {
    await page.waitForTimeout(700)
    if (await allowAll.isEnabled()) return
    // By keyboard: the pointer would have to follow what scrolls away.
    await next.evaluate((button) => (button as HTMLElement).click()).catch(() => undefined)
  }
}

async function twoServers(page: Page, eventsFile: string): Promise<void> {
  for (const name of ['notes', 'files'])
    await addServer(page, fixtureServerCommand({ features: ['echo', 'slow'], eventsFile }), {
      name,
    })
}

const textsSent = (eventsFile: string) =>
  readEvents(eventsFile).flatMap((event) =>
    event.type === 'tool-called' ? [(event.arguments as { text?: string }).text] : [],
  )

test('several calls of one step are one card: one allowed with changes, one denied, the rest at once', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await twoServers(page, eventsFile)
  const endpoint = await connectScripted(page, 'chat', [
    stepOf(['one', 'two', 'three', 'four', 'five']),
    { text: 'Done.' },
    stepOf(['six', 'seven', 'eight']),
    { text: 'Very well.' },
  ])
  const open = chat(page)
  await open.send('Go on.')
  const card = plan(page)
  await expect(card.head).toContainText('5 tool calls')
  await expect(card.head).toContainText('5 need your approval')
  await expect(card.calls).toHaveCount(5)
  // Nothing runs by itself, and what was not in view is not allowed.
  await expect(card.allowAll).toBeDisabled()
  expect(readEvents(eventsFile)).toEqual([])
  const of = (text: string) => card.calls.filter({ hasText: text })
  await of('two').getByRole('button', { name: 'Deny…' }).click()
  await expect(of('two').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Not that one.')
  await page.keyboard.press('Enter')
  await expect(card.head).toContainText('1 denied')
  await of('three').getByRole('button', { name: 'Edit arguments' }).click()
  await page.getByRole('textbox').first().fill('three, changed')
  const allowEdited = of('three').getByRole('button', { name: 'Allow with changes' })
  // What was laid out anew has to be in view for a moment: a press that comes before it allows nothing.
  await expect(async () => {
    if ((await allowEdited.count()) > 0) await allowEdited.click({ timeout: 5000 })
    await expect(card.head).toContainText('3 need your approval', { timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await readAll(page, 12)
  await expect(card.allowAll).toBeEnabled()
  await expect(card.allowAll).toContainText('Allow all (3)')
  // The keys act while they are in view.
  await card.foot.scrollIntoViewIfNeeded()
  await expect(card.allowAll).toHaveAttribute('aria-keyshortcuts', 'Control+Shift+Enter')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(open.answers.last()).toContainText('Done.')
  expect(new Set(textsSent(eventsFile))).toEqual(new Set(['one', 'three, changed', 'four', 'five']))
  expect(requestTexts(endpoint)[1]).toContain('Not that one.')
  await expect(card.head).toHaveCount(0)
  proves('chat.plan.each', 'chat.plan.all')

  await open.send('And again.')
  await expect(card.head).toContainText('3 tool calls')
  await expect(card.denyAll).toHaveAttribute('aria-keyshortcuts', 'Shift+Escape')
  await page.keyboard.press('Shift+Escape')
  await expect(page.getByRole('textbox', { name: /^Reason for denying 3 calls/ })).toBeFocused()
  await page.keyboard.type('Nothing more today.')
  await page.keyboard.press('Enter')
  await expect(open.answers.last()).toContainText('Very well.')
  expect(requestTexts(endpoint)[3]?.split('Nothing more today.')).toHaveLength(4)
  expect(textsSent(eventsFile)).toHaveLength(4)
  proves('chat.plan.deny')
})

test('of a hundred calls none is allowed with the others before it was in view', async ({
  gatehouse,
}, testInfo) => {
  test.setTimeout(300_000)
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await twoServers(page, eventsFile)
  const tall = 'line\n'.repeat(40)
  const texts = Array.from({ length: 100 }, (_, n) => `call ${n}${n === 50 ? tall : ''}`)
  await connectScripted(page, 'chat', [stepOf(texts), { text: 'Done.' }])
  await chat(page).send('Go on.')
  const card = plan(page)
  await expect(card.seen).toContainText(/^You have seen \d+ of 64 calls in full\.$/)
  await expect(card.allowAll).toBeDisabled()
  await page.keyboard.press('Control+Shift+Enter')
  // Scrolling past is not reading.
  const transcript = page.locator('[data-transcript]')
  await transcript.evaluate((box) => {
    for (let at = 0; at < box.scrollHeight; at += 200) box.scrollTop = at
  })
  await page.waitForTimeout(700)
  await expect(card.allowAll).toBeDisabled()
  const asks = await request(page, 'ask.list', {})
  expect(asks).toHaveLength(64)
  // Page script that claims more than one step, or that no press stands behind, gets nothing.
  const calls_ = asks.map(({ id }) => ({ id, shown: '0'.repeat(64) }))
  await page.waitForTimeout(3200)
  await expect(
    call(page, 'ask.answer-plan', { decision: 'allow-once', calls: calls_ }),
  ).rejects.toThrow(/not-by-person/)
  expect(readEvents(eventsFile)).toEqual([])
  await readAll(page, 90)
  await expect(card.allowAll).toBeEnabled()
  await card.allowAll.click()
  await expect(chat(page).answers.last()).toContainText('Done.')
  expect(textsSent(eventsFile)).toHaveLength(64)
  proves('chat.plan.unseen')
  expect(gatehouse.problems).toEqual([])
})

test('a plan keeps each call’s outcome when a server goes and when the app is killed', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await twoServers(page, eventsFile)
  const slow = { name: 'notes__slow', arguments: { steps: 1000, stepMs: 100 } }
  await connectScripted(page, 'chat', [
    { toolCalls: [echo('quick'), slow, echo('gone', 'files'), echo('waits')] },
  ])
  await chat(page).send('Go on.')
  const card = plan(page)
  await expect(card.head).toContainText('4 need your approval')
  const servers = await request(page, 'server.list', {})
  const files = servers.find(({ config }) => config.name === 'files')
  await request(page, 'server.remove', { id: files?.config.id ?? '' })
  await expect(card.head).toContainText('3 need your approval')
  await expect(card.head).toContainText('1 ended without running')
  await expect(card.calls.nth(2)).toContainText('Cancelled')
  for (const index of [0, 1]) {
    const allow = card.calls.nth(index).getByRole('button', { name: 'Allow once' })
    await expect(allow).toBeEnabled()
    await allow.click()
  }
  await expect(card.calls.nth(0).getByTestId('tool-call')).toHaveAttribute('data-status', 'done')
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
})

for (const language of ['en', 'zh-CN'] as const)
  test(`a plan in ${language} has nothing cut or covered, also narrow and with large text`, async ({
    gatehouse,
  }, testInfo) => {
    test.setTimeout(200_000)
    const { page } = gatehouse
    await twoServers(page, join(scratch(testInfo), 'events'))
    await connectScripted(page, 'chat', [stepOf(['one', 'two\n'.repeat(12), 'three'])])
    await chat(page).send('Go on.')
    const card = plan(page)
    await expect(card.calls).toHaveCount(3)
    await card.calls.nth(1).getByRole('button', { name: 'Deny…' }).click()
    await page.keyboard.press('Enter')
    await request(page, 'app.change-settings', { language })
    expect(await inspect(gatehouse, `${language}/plan-header`, card.head)).toEqual([])
    expect(await inspect(gatehouse, `${language}/plan-footer`, card.foot)).toEqual([])
    await resize(gatehouse, { width: 640, height: 800 })
    await card.foot.scrollIntoViewIfNeeded()
    expect(await findLayoutFaults(page)).toEqual([])
    await takePicture(page, `${language}/plan-640`)
    await resize(gatehouse, { width: 1280, height: 1200 })
    await gatehouse.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2)
    })
    await page.waitForFunction(() => innerWidth === 640)
    await card.foot.scrollIntoViewIfNeeded()
    expect(await findLayoutFaults(page)).toEqual([])
    await takePicture(page, `${language}/plan-large-text`)
    await readAll(page, 30)
    await expect(card.allowAll).toBeEnabled()
    proves('chat.plan.narrow')
  })
