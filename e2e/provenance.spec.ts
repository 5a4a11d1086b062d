import { join } from 'node:path'
import { fixtureServerCommand, type FakeStep } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { chat } from './support/chat.ts'
import { allow, consentText, consentWindow } from './support/consent.ts'
import { inspect, resize, settle } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connectScripted } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { call, request } from './support/routes.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'

const SECRET = 'Falcon-Nightfall: 7741 crates leave the Zurich depot'
const echo = (server: string, text: string): FakeStep => ({
  toolCalls: [{ name: `${server}__echo`, arguments: { text } }],
})
const leak = echo('files', `d=${Buffer.from(SECRET).toString('base64')}`)
const done: FakeStep = { text: 'Done.' }

const provenance = (page: Page) => page.getByTestId('approval-card').getByTestId('provenance')

/** `notes` gives the secret, `files` may run without asking, and then the model sends the secret to it. */
async function untilHeld(page: Page, eventsFile: string, steps: FakeStep[]): Promise<void> {
  for (const name of ['notes', 'files'])
    await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), { name })
  await connectScripted(page, 'chat', [
    echo('notes', SECRET),
    echo('files', 'Hello there'),
    leak,
    ...steps,
  ])
  const open = chat(page)
  await open.send('Go.')
  await open.approval('Echo').allowOnce()
  await expect(open.approval('Echo').card).toContainText('Hello there')
  await open.approval('Echo').allowAlways()
  await expect(provenance(page)).toBeVisible()
}

test(
  'a tool that runs without asking is asked about when it would send what another server gave',
  nightly('chat.provenance.shown', 'chat.provenance.source', 'chat.provenance.rule'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await untilHeld(page, eventsFile, [done, leak, done, leak, done])
    const open = chat(page)
    await expect(provenance(page)).toContainText('Sends text from notes to files')
    await expect(provenance(page)).toContainText('You allowed this tool.')
    await expect(page.getByTestId('provenance-chip')).toContainText('text from echo, encoded')
    await expect(page.getByTestId('provenance-chip')).toContainText('Falcon-Nightfall')
    expect(readEvents(eventsFile)).toHaveLength(2)
    proves('chat.provenance.shown')

    await page.getByTestId('provenance-chip').click()
    await expect(open.calls.first()).toBeInViewport()
    await expect(page.locator('[data-found]').first()).toContainText('Echo')
    proves('chat.provenance.source')

    await page.getByRole('button', { name: 'Always allow from this source' }).click()
    const window = await consentWindow(page)
    for (const words of ['notes', 'files', 'in all chats', 'does not allow any tool'])
      await expect(consentText(window)).toContainText(words)
    await allow(page)
    await expect(provenance(page)).toContainText('You let text from this source go')
    await open.approval('Echo').allowOnce()
    await expect(open.answers.last()).toContainText('Done.')
    await open.send('Again.')
    await expect.poll(() => readEvents(eventsFile).length).toBe(4)
    await expect(open.answers.last()).toContainText('Done.')

    await openServer(page, 'files')
    await openServerTab(page, 'Permissions')
    await expect(page.getByTestId('flow-rules')).toContainText('From notes to files')
    await page.getByRole('button', { name: 'Ask again about text from notes to files' }).click()
    await expect(page.getByTestId('flow-rules')).toHaveCount(0)
    expect(await call(page, 'data-flow.rules', {})).toEqual([])
    await page.keyboard.press('Control+1')
    await open.send('And again.')
    await expect(provenance(page)).toBeVisible()
    expect(readEvents(eventsFile)).toHaveLength(4)
    proves('chat.provenance.rule')
    await page.getByRole('button', { name: 'Never allow from this source' }).click()
    await expect(provenance(page)).toContainText('You blocked text from this source')
  },
)

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `what a call says of its sources in ${language} has no axe violation, and nothing cut or covered`,
    nightly(),
    async ({ gatehouse }, testInfo) => {
      const { page } = gatehouse
      await untilHeld(page, join(scratch(testInfo), 'events'), [done])
      await request(page, 'app.change-settings', { language })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const faults = await inspect(gatehouse, `${language}/provenance`)
      await resize(gatehouse, { width: 640, height: 800 })
      await settle(page)
      await takePicture(page, `${language}/provenance-640`)
      faults.push(...(await findLayoutFaults(page)))
      await provenance(page).getByRole('button').nth(1).click()
      const window = await consentWindow(page)
      await settle(window)
      await takePicture(window, `${language}/consent-data-flow`)
      faults.push(...(await findViolations(window)))
      await allow(page)
      await resize(gatehouse, { width: 1280, height: 800 })
      await page.keyboard.press('Control+5')
      await page
        .locator('[data-list-row]')
        .filter({ hasText: language === 'en' ? 'Permissions' : '权限' })
        .click()
      await expect(page.getByTestId('flow-rules')).toBeVisible()
      faults.push(...(await inspect(gatehouse, `${language}/flow-rules`)))
      expect(faults).toEqual([])
    },
  )
}
