import { chownSync, copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { misbehavingServerCommand, startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, launchGatehouse, test, type Gatehouse } from '../launch.ts'
import { chat } from '../support/chat.ts'
import { modelDialog } from '../support/models/model-dialog.ts'
import { serverDialog } from '../support/server-dialog.ts'

const KEY = 'sk-installed-0123456789'
/** Its home is where the installed application keeps everything. */
const profile = process.env['GATEHOUSE_INSTALLED_PROFILE'] ?? ''

test.describe.configure({ mode: 'serial' })

/** Starts it with no more than a menu entry gives it. */
function launchInstalled(): Promise<Gatehouse> {
  const executable = process.env['GATEHOUSE_INSTALLED_APP']
  if (!executable || profile === '') throw new Error('Run: npm run installer -- --check')
  const env = { GATEHOUSE_USER_DATA: undefined }
  return launchGatehouse({ userData: profile, packaged: true, executable, env })
}

/** Held against what a start from the menu is promised: the user, the sandbox, the folder, the links. */
async function expectOrdinaryStart({ app }: Gatehouse): Promise<void> {
  const seen = await app.evaluate(({ app: electronApp }) => ({
    isPackaged: electronApp.isPackaged,
    uid: process.getuid?.(),
    isSandboxed: !electronApp.commandLine.hasSwitch('no-sandbox'),
    folder: electronApp.getPath('userData'),
    opensLinks: electronApp.isDefaultProtocolClient('app.gatehouse.desktop'),
  }))
  expect(seen).toEqual({
    isPackaged: true,
    uid: Number(process.env['GATEHOUSE_INSTALLED_UID']),
    isSandboxed: true,
    folder: profile,
    opensLinks: true,
  })
}

test('a profile of the oldest format opens after the upgrade, with its chat as it was', async () => {
  const gatehouse = await launchInstalled()
  const { page } = gatehouse
  await expectOrdinaryStart(gatehouse)
  await page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('button', { name: /^First/ })
    .click()
  const open = chat(page)
  await expect(page.getByTestId('user-message')).toContainText('hello')
  await expect(open.answers).toContainText('I will look.')
  await expect(open.composer).toHaveValue('unsent')
  expect(await gatehouse.quit()).toBe(0)
  rmSync(profile, { recursive: true })
})

test('a first conversation: a model and a server are added, and a call is allowed', async () => {
  // A file that the ordinary user can read, wherever the repository is.
  const { command, args } = misbehavingServerCommand('well-behaved')
  const [script = '', ...flags] = args
  const home = dirname(dirname(profile))
  const copy = join(home, basename(script))
  copyFileSync(script, copy)
  const uid = Number(process.env['GATEHOUSE_INSTALLED_UID'])
  chownSync(copy, uid, uid)
  const endpoint = await startFakeModelEndpoint({ key: KEY, engine: 'hosted' })
  endpoint.script('echo', [
    { text: 'Let me ask.', toolCalls: [{ name: 'notes__hello', arguments: {} }] },
    { text: 'It says hello.' },
  ])

  const gatehouse = await launchInstalled()
  const { page } = gatehouse
  await expectOrdinaryStart(gatehouse)
  const model = modelDialog(page)
  await model.open()
  await model.enter({ url: `${endpoint.url}/v1`, key: KEY })
  await model.connect()
  await expect(page.getByTestId('model-picker')).toContainText('echo')
  await page.getByRole('button', { name: 'Add a server', exact: true }).first().click()
  const dialog = serverDialog(page)
  await dialog.fillCommand({ name: 'notes', command, args: [copy, ...flags] })
  await dialog.review()
  await dialog.addAndStart()
  await expect(page.getByText(/^Ready · /)).toBeVisible()
  await page.keyboard.press('Control+1')

  const open = chat(page)
  await open.send('What does the server say?')
  await open.approval('hello').allowOnce()
  await expect(open.answers.last()).toContainText('It says hello.')
  await expect(open.calls).toHaveAttribute('data-status', 'done')
  expect(endpoint.requests.some(({ path }) => path.endsWith('/chat/completions'))).toBe(true)
  expect(await gatehouse.quit()).toBe(0)
  expect(existsSync(join(profile, 'gatehouse.db'))).toBe(true)
  await endpoint.close()
})
