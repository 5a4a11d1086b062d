import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureServerCommand, readPidFile, startFixtureHttpServer } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { allowBy, consentText, consentWindow } from './support/consent.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test('nothing runs before the person has read it all', async ({ gatehouse }, testInfo) => {
  const { page } = gatehouse
  const folder = scratch(testInfo)
  const pidFile = join(folder, 'pid')
  const long = `two words and "quotes" ${'0123456789'.repeat(400)}END`
  const draft = {
    name: 'notes',
    ...fixtureServerCommand({
      pidFile,
      features: ['echo', 'env-dump'],
      title: 'pay\u202Egnp.exe',
      instructions: long,
    }),
    env: [
      { name: 'NOTES_FOLDER', value: '/srv/notes' },
      { name: 'NOTES_TOKEN', value: 'token-that-must-not-be-seen' },
    ],
    cwd: folder,
  }
  await page.getByRole('button', { name: 'Add a server', exact: true }).first().click()
  const dialog = serverDialog(page)
  await dialog.fillCommand(draft)
  await expect(dialog.sheet.getByLabel('Value of variable 2')).toHaveAttribute('type', 'password')
  const window = await dialog.review()
  const sheet = consentText(window)
  await expect(sheet).toContainText('notes')
  await expect(sheet).toContainText('This server has not run yet.')
  const items = sheet.locator('section', { hasText: /^\d+ arguments/ }).getByRole('listitem')
  await expect(items).toHaveCount(draft.args.length)
  await expect(items.filter({ hasText: 'END' })).toContainText(long)
  await expect(items.filter({ hasText: 'gnp.exe' })).toContainText('pay')
  await expect(items.filter({ hasText: 'gnp.exe' })).toContainText(/202E/i)
  const isCut = await items
    .filter({ hasText: 'END' })
    .evaluate((item) =>
      [item, ...item.querySelectorAll('*')].some(
        (node) =>
          node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflow !== 'visible',
      ),
    )
  expect(isCut).toBe(false)
  proves('server.review.whole')
  await expect(sheet).toContainText('invisible characters')
  proves('server.review.revealed')
  await expect(sheet).toContainText('NOTES_FOLDER')
  await expect(sheet).toContainText('/srv/notes')
  await expect(sheet).toContainText('NOTES_TOKEN')
  await expect(sheet).not.toContainText('token-that-must-not-be-seen')
  await expect(sheet).toContainText(folder)
  proves('server.review.context')

  // Time for a start that nobody asked for: a whole round through main and back.
  expect(await request(page, 'server.list', {})).toEqual([])
  expect(existsSync(pidFile)).toBe(false)
  proves('server.add-command.waits')

  await dialog.addAndStart()
  await expect(page.getByRole('heading', { level: 1, name: 'notes' })).toBeVisible()
  await expect(page.getByText(/^Ready · /)).toBeVisible()
  const pid = await readPidFile(pidFile)
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  expect(commandLine.slice(1)).toEqual(draft.args)
  expect(readlinkSync(`/proc/${pid}/cwd`)).toBe(folder)
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  expect(environment).toContain('NOTES_FOLDER=/srv/notes')
  expect(environment).toContain('NOTES_TOKEN=token-that-must-not-be-seen')
  proves('server.add-command.exact')
  const names = environment.map((entry) => entry.split('=')[0])
  expect(names).not.toContain('DBUS_SESSION_BUS_ADDRESS')
  expect(names).not.toContain('GATEHOUSE_USER_DATA')
  proves('server.add-command.environment')
})

for (const era of ['legacy', 'modern'] as const) {
  test(
    `a ${era} server is added by URL, and not called before its review`,
    era === 'legacy'
      ? nightly('server.add-url.waits', 'server.add-url.legacy', 'server.add-url.headers')
      : {},
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const server = await startFixtureHttpServer({
        era,
        features: ['echo', 'add'],
        instructions: 'Use echo for everything.',
        headersRequired: { Authorization: 'Bearer of-the-header' },
      })
      try {
        await page.keyboard.press('Control+2')
        await page.getByRole('button', { name: 'Add a server' }).first().click()
        const dialog = serverDialog(page)
        await dialog.fillUrl({
          name: 'over http',
          url: server.url,
          headers: [{ name: 'Authorization', value: 'Bearer of-the-header' }],
        })
        const shown = consentText(await dialog.review())
        await expect(shown).toContainText(server.url)
        await expect(shown).not.toContainText('of-the-header')
        expect(server.requests).toEqual([])
        proves('server.add-url.waits')
        await dialog.addAndStart()
        await expect(page.getByText(/^Ready · /)).toBeVisible()
        const words =
          era === 'modern'
            ? '2026-07-28 · modern protocol, no session'
            : '2025-11-25 · legacy protocol, with a session'
        await expect(page.getByText(words)).toBeVisible()
        await expect(page.getByText('Use echo for everything.')).toBeVisible()
        proves(era === 'modern' ? 'server.modern.http' : 'server.add-url.legacy')
        expect(server.requests.length).toBeGreaterThan(1)
        expect(
          server.requests.filter(({ headers }) => headers.authorization !== 'Bearer of-the-header'),
        ).toEqual([])
        proves('server.add-url.headers')
      } finally {
        await server.close()
      }
    },
  )
}

test(
  'the page of a modern server over stdio says what it is and offers',
  nightly('server.modern.stdio', 'server.page.overview', 'server.page.tools', 'server.page.logs'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await page.keyboard.press('Control+2')
    await page.getByRole('button', { name: 'Add a server' }).first().click()
    const dialog = serverDialog(page)
    const command = fixtureServerCommand({
      era: 'modern',
      features: ['echo', 'every-schema', 'write-note', 'resources'],
    })
    await dialog.fillCommand({ name: 'fixture', ...command })
    await dialog.review()
    await dialog.addAndStart()
    await expect(page.getByText(/^Ready · /)).toBeVisible()
    const overview = page.getByRole('region', { name: 'Overview' })
    for (const words of [
      'Gatehouse fixture',
      '2026-07-28 · modern protocol',
      'tools',
      'resources',
      '3 tools',
    ]) {
      await expect(overview.getByText(words, { exact: false }).first()).toBeVisible()
    }
    const view = (await request(page, 'server.list', {}))[0]
    expect(view?.connection.status === 'ready' && view.connection.info.era).toBe('modern')
    proves('server.modern.stdio', 'server.page.overview')

    await openServerTab(page, 'Tools')
    const tools = page.getByRole('navigation', { name: 'Tools' })
    await expect(tools.getByRole('button')).toHaveText(['Echo', 'Every schema', 'Write note'])
    await expect(page.getByText('Returns the text it is given.')).toBeVisible()
    await tools.getByRole('button', { name: 'Write note' }).click()
    await expect(page.getByText('Declared destructive')).toBeVisible()
    await tools.getByRole('button', { name: 'Every schema' }).click()
    const schema = page.getByRole('table', { name: 'Arguments' })
    await expect(
      schema.getByRole('row', { name: /^name required string Who it is for/ }),
    ).toBeVisible()
    await expect(schema.getByRole('row', { name: /^address\.position\.lat/ })).toBeVisible()
    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(page.getByText('https://json-schema.org/draft/2020-12/schema')).toBeVisible()
    proves('server.page.tools')

    await openServerTab(page, 'Logs')
    await expect(page.getByRole('log')).toContainText('fixture server ready (modern)')
    await openServerTab(page, 'Traffic')
    await expect(page.getByRole('button', { name: 'tools/list', exact: true })).toBeVisible()
    proves('server.page.logs')
  },
)

test(
  'a server is stopped, started, changed and removed',
  nightly('server.page.stop', 'server.page.change', 'server.page.remove'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await page.keyboard.press('Control+2')
    await page.getByRole('button', { name: 'Add a server' }).first().click()
    const dialog = serverDialog(page)
    await dialog.fillCommand({
      name: 'first name',
      ...fixtureServerCommand({ features: ['echo'] }),
    })
    await dialog.review()
    await dialog.addAndStart()
    await expect(page.getByText(/^Ready · /)).toBeVisible()
    const id = (await request(page, 'server.list', {}))[0]?.config.id ?? ''
    await page.getByRole('button', { name: 'More actions for first name' }).click()
    await page.getByRole('menuitem', { name: 'Stop' }).click()
    await waitForServer(page, id, 'stopped')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText(/^Ready · /)).toBeVisible()
    proves('server.page.stop')

    await openServerTab(page, 'Settings')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('second name')
    await page.getByRole('button', { name: 'Review what will run' }).click()
    const changed = consentText(await consentWindow(page))
    await expect(changed).toContainText('Changes')
    await expect(changed.locator('del')).toHaveText('first')
    await expect(changed.locator('ins')).toHaveText('second')
    await allowBy(page, 'Save and start')
    await openServer(page, 'second name')
    await waitForServer(page, id, 'ready')
    proves('server.page.change')
    await page.getByRole('button', { name: 'More actions for second name' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible()
    expect(await request(page, 'server.list', {})).toEqual([])
    proves('server.page.remove')
  },
)
