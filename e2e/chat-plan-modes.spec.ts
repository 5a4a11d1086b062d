import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FakeStep } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { allow, consentWindow } from './support/consent.ts'
import { startListedServer } from './support/listed-server.ts'
import { connectScripted } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

const SERVERS = ['notes', 'files', 'wiki'] as const
/** Main counts no press on what was in view for less than half a second; the card neither. */
const READING_MS = 650

const tool = (name: string, hints: object, properties: string[]): string =>
  JSON.stringify({
    name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties.map((one) => [one, { type: 'string' }])),
    },
    annotations: { openWorldHint: false, ...hints },
  })
const read = tool('read', { readOnlyHint: true }, ['topic'])
const write = tool('write', { readOnlyHint: false, destructiveHint: false }, ['path', 'content'])
const erase = tool('erase', { readOnlyHint: false, destructiveHint: true }, ['path', 'content'])

/** Eleven calls that read at three servers and four that write at one, the second of them destructive. */
const kinds = 'read read read write read read read erase read read read write read read write'

function fifteenCalls(folder: string): NonNullable<FakeStep['toolCalls']> {
  return kinds.split(' ').map((name, at) => ({
    name: `${name === 'read' ? SERVERS[at % 3] : 'notes'}__${name}`,
    arguments:
      name === 'read'
        ? { topic: `topic ${at}` }
        : { path: join(folder, `${at}.md`), content: `text ${at}` },
  }))
}

const pendingCount = async (page: Page) => (await request(page, 'ask.list', {})).length

/** Presses Ctrl+Enter until no call waits. */
async function pressUntilDone(page: Page): Promise<{ decided: number; showed: number }> {
  const presses = { decided: 0, showed: 0 }
  for (let left = await pendingCount(page); left > 0 && presses.showed < 20;) {
    await page.waitForTimeout(READING_MS)
    await page.keyboard.press('Control+Enter')
    await page.waitForTimeout(READING_MS)
    const now = await pendingCount(page)
    if (now < left) presses.decided += 1
    else presses.showed += 1
    left = now
  }
  return presses
}

/** One consent, in which the three servers are trusted. */
async function chooseMode(page: Page, place: number): Promise<void> {
  await page.getByTestId('approval-mode').click()
  await page.getByRole('menuitemcheckbox').nth(place).click()
  const window = await consentWindow(page)
  const boxes = window.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.setChecked(true)
  await takePicture(window, `consent-mode-${place}`)
  await allow(page)
}

for (const { mode, place, most } of [
  { mode: 'changes', place: 1, most: 4 },
  { mode: 'risky', place: 2, most: 1 },
] as const)
  test(
    `fifteen calls in the mode ${mode} take one consent and at most ${most} decisions`,
    nightly('approvals.modes.few'),
    async ({ gatehouse }, testInfo) => {
      test.setTimeout(200_000)
      const { app, page } = gatehouse
      const folder = join(scratch(testInfo), 'notes')
      mkdirSync(folder)
      const { id } = await request(page, 'workspace.create', { name: 'Notes' })
      await app.evaluate(({ dialog }, picked) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] })
      }, folder)
      await request(page, 'app.pick-folders', {})
      await request(page, 'workspace.add-folders', { id, paths: [folder] })
      const servers = await Promise.all(
        SERVERS.map((name) =>
          startListedServer({ tools: name === 'notes' ? [read, write, erase] : [read] }),
        ),
      )
      for (const [at, name] of SERVERS.entries())
        await addServer(page, { url: servers[at]?.url ?? '' }, { name })
      await connectScripted(page, 'chat', [
        { text: 'I will do this.', toolCalls: fifteenCalls(folder) },
        { text: 'Done.' },
      ])
      await page.getByTestId('workspace-chip').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitemcheckbox', { name: 'Notes' }).press('Enter')
      await chooseMode(page, place)
      const open = chat(page)
      await open.send('Go on.')
      await expect.poll(() => pendingCount(page)).toBe(most)
      const presses = await pressUntilDone(page)
      expect(presses.decided).toBe(most)
      expect(presses.showed).toBeLessThanOrEqual(most)
      await expect(open.answers.last()).toContainText('Done.')
      expect(servers.map(({ called }) => called.length)).toEqual([8, 4, 3])
      expect(servers[0]?.called.filter((name) => name !== 'read')).toEqual(
        mode === 'changes'
          ? ['write', 'erase', 'write', 'write']
          : expect.arrayContaining(['erase']),
      )
      proves('approvals.modes.few')
      for (const server of servers) server.close()
    },
  )
