import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fixtureServerCommand, startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { connect, KEY } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

const run = promisify(execFile)
const command = join(import.meta.dirname, '../packages/tooling/bin/audit-verify.mjs')

test(
  'the activity is checked, exported, and checked again by a command',
  nightly('audit.chain.checked'),
  async ({ gatehouse }, testInfo) => {
    const { app, page } = gatehouse
    const file = join(scratch(testInfo), 'activity.jsonl')
    await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    const menu = page.getByRole('button', { name: 'Activity record' })
    await menu.click()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Verify integrity' }).click()
    const result = page.getByRole('dialog', { name: 'Verify integrity' })
    await expect(result).toContainText('Hash chain intact: 1 entry')
    await expect(result).toContainText('Signatures were not checked')
    await page.keyboard.press('Escape')
    await expect(result).toBeHidden()

    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    await expect(page.getByText('Activity exported')).toBeVisible()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('"kind":"server-added"')
    const { stdout } = await run(process.execPath, [command, file])
    expect(stdout).toContain('1 records, each linked to the one before it')
    writeFileSync(file, text.replace('"server-added"', '"server-removed"'))
    await expect(run(process.execPath, [command, file])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('entry 1 was changed'),
    })
    proves('audit.chain.checked')
  },
)

test(
  'the record is signed once a secret is stored, and the check says up to which entry',
  nightly('audit.chain.signed'),
  async ({ gatehouse: { page } }) => {
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    await connect(page, { api: 'chat', url: endpoint.url, models: ['m'] })
    await expect
      .poll(async () => (await request(page, 'audit.check', {})).signatures.key)
      .toBe('used')
    await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'more' })
    const { signatures } = await request(page, 'audit.check', {})
    expect(signatures.begins).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    await page.getByRole('button', { name: 'Activity record' }).click()
    await page.getByRole('menuitem', { name: 'Verify integrity' }).click()
    const result = page.getByRole('dialog', { name: 'Verify integrity' })
    await expect(result).toContainText('Signed with a key in your keychain')
    await expect(result).toContainText(`entries up to number ${signatures.through}`)
    expect(await findViolations(page)).toEqual([])
    await takePicture(page, 'activity-signed')
    await endpoint.close()
    proves('audit.chain.signed')
  },
)

test(
  'an export that cannot be written says so and leaves nothing behind',
  nightly('audit.chain.not-written'),
  async ({ gatehouse }, testInfo) => {
    const { app, page } = gatehouse
    const file = join(scratch(testInfo), 'no such folder', 'activity.jsonl')
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    await page.getByRole('button', { name: 'Activity record' }).click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'The activity could not be written to this file.',
    )
    proves('audit.chain.not-written')
  },
)
