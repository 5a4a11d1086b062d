import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { consentText, consentWindow, readToEnd } from './support/consent.ts'
import { inspect } from './support/inspect.ts'
import { countKeys, moveTo } from './support/keys.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

test.use({ ownApp: true })

const PASSPHRASE = 'correct horse battery'

/** Answers the system's dialogs with a file; the app quits instead of starting again by itself. */
function prepare({ app }: Gatehouse, file: string): Promise<void> {
  return app.evaluate(({ app: electron, dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    electron.relaunch = () => undefined
  }, file)
}

async function openBackups(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settings backup')
  await expect(page.getByRole('option').first()).toContainText('Backup')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Back up…' })).toBeVisible()
}

const titles = async (page: Page) => (await request(page, 'chat.list', {})).map((one) => one.title)

test(
  'all data are backed up and restored by the keyboard, and the replaced ones come back',
  nightly(
    'data.backup.restored',
    'data.backup.consent',
    'data.backup.back',
    'data.backup.anew',
    'data.backup.keyboard',
  ),
  async ({ gatehouse }, testInfo) => {
    test.slow()
    const file = join(scratch(testInfo), 'mine.backup')
    const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
    await chat(gatehouse.page).send('Notes on the harbour')
    await addServer(gatehouse.page, everything, { name: 'everything', until: undefined })
    await prepare(gatehouse, file)
    const { page } = gatehouse
    const keys = await countKeys(page)

    await openBackups(page)
    await moveTo(page, page.getByRole('button', { name: 'Back up…' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Passphrase', { exact: true })).toBeFocused()
    await page.keyboard.type(PASSPHRASE)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSPHRASE)
    expect(await inspect(gatehouse, 'backup-make')).toEqual([])
    await page.keyboard.press('Enter')
    // Deriving the key takes its time on purpose.
    await expect(page.getByText('Backup saved as')).toBeVisible({ timeout: 60_000 })
    const typed = 'settings backup'.length + 2 * PASSPHRASE.length
    expect(await keys.since()).toBeLessThanOrEqual(typed + 30)
    expect(readFileSync(file).includes('harbour')).toBe(false)

    await request(page, 'chat.create', {})
    await chat(page).startNew()
    await chat(page).send('Written after the backup')
    expect(await titles(page)).toContain('Written after the backup')

    await openBackups(page)
    await moveTo(page, page.getByRole('button', { name: 'Restore…' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Passphrase of this backup')).toBeFocused()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('cannot be opened with this passphrase', {
      timeout: 60_000,
    })
    await page.keyboard.press('Control+a')
    await page.keyboard.type(PASSPHRASE)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('restore-preview')).toContainText('1 server', {
      timeout: 60_000,
    })
    expect(await inspect(gatehouse, 'backup-preview')).toEqual([])
    await moveTo(page, page.getByRole('button', { name: 'Restore and restart…' }))
    await page.keyboard.press('Enter')
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText(serverEverythingPath())
    proves('data.backup.consent')
    await readToEnd(window)
    const ended = gatehouse.app.waitForEvent('close')
    await expect(async () => {
      await window.keyboard.press('Control+Enter').catch(() => undefined)
      expect(window.isClosed()).toBe(true)
    }).toPass()
    await ended
    proves('data.backup.keyboard')

    await gatehouse.restart()
    expect(await titles(gatehouse.page)).not.toContain('Written after the backup')
    expect(await titles(gatehouse.page)).toContain('Notes on the harbour')
    proves('data.backup.restored')
    const check = await request(gatehouse.page, 'audit.check', {})
    expect(check).toMatchObject({ fault: null })
    expect(check.restored).toBeGreaterThan(0)
    proves('data.backup.anew')

    await prepare(gatehouse, file)
    await openBackups(gatehouse.page)
    await moveTo(gatehouse.page, gatehouse.page.getByRole('button', { name: 'Put back…' }))
    expect(await inspect(gatehouse, 'backup-kept')).toEqual([])
    await gatehouse.page.keyboard.press('Enter')
    const again = gatehouse.app.waitForEvent('close')
    await gatehouse.page.getByRole('button', { name: 'Put back and restart' }).press('Enter')
    await again
    await gatehouse.restart()
    expect(await titles(gatehouse.page)).toContain('Written after the backup')
    proves('data.backup.back')
    expect(readdirSync(gatehouse.userData)).not.toContain('backup-work')
  },
)
