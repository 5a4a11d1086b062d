import { fixtureServerCommand, startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { chat } from './support/chat.ts'
import { keychainEntries } from './support/keychain.ts'
import { modelDialog } from './support/models/model-dialog.ts'
import { request } from './support/routes.ts'
import { filesWith } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

/** Looks like a key, and is nowhere else on this machine. */
const uniqueKey = (label: string) => `sk-${label}-${crypto.randomUUID()}`

test('a key is in the keychain, and in no file of the profile and not in the window', async ({
  gatehouse,
}) => {
  const key = uniqueKey('model')
  const token = uniqueKey('server')
  const endpoint = await startFakeModelEndpoint({ key })
  const dialog = modelDialog(gatehouse.page)
  await dialog.open()
  await expect(dialog.dialog).toContainText(
    'Secrets are stored in the Secret Service of this desktop. Gatehouse does not write them to its own files.',
  )
  await dialog.enter({ url: `${endpoint.url}/v1`, key })
  await dialog.connect()
  await chat(gatehouse.page).send('Use the key')
  await expect(chat(gatehouse.page).answers).toContainText('Use the key')
  const env = [{ name: 'NOTES_TOKEN', value: token, secret: true }]
  await addServer(gatehouse.page, fixtureServerCommand({ features: ['echo'] }), {
    name: 'notes',
    env,
  })

  const passwords = keychainEntries().map(({ password }) => password)
  expect(passwords).toEqual(expect.arrayContaining([key, token]))
  proves('vault.keychain.kept')
  const sent = await gatehouse.page.evaluate(async () => {
    const { bridge } = window as unknown as {
      bridge: { request(name: string, input: unknown): Promise<unknown> }
    }
    const names = [
      'provider.list',
      'server.list',
      'app.settings',
      'app.info',
      'chat.list',
      'ask.history',
    ]
    const results = await Promise.all(names.map((name) => bridge.request(name, {})))
    return JSON.stringify(results) + document.documentElement.outerHTML
  })
  for (const secret of [key, token]) {
    expect(sent).not.toContain(secret)
    expect(filesWith(gatehouse.userData, secret)).toEqual([])
  }
  await gatehouse.quit()
  // What was said is found by the same search, so the search itself works.
  expect(filesWith(gatehouse.userData, 'Use the key')).not.toEqual([])
  for (const secret of [key, token]) expect(filesWith(gatehouse.userData, secret)).toEqual([])
  proves('vault.keychain.nowhere')

  await gatehouse.restart()
  await chat(gatehouse.page).send('Still the key')
  await expect(chat(gatehouse.page).answers.last()).toContainText('Still the key')
  proves('vault.keychain.restart')
  const [provider] = await request(gatehouse.page, 'provider.list', {})
  await request(gatehouse.page, 'provider.remove', { id: provider?.id ?? '' })
  const [server] = await request(gatehouse.page, 'server.list', {})
  await request(gatehouse.page, 'server.remove', { id: server?.config.id ?? '' })
  const left = keychainEntries().map(({ password }) => password)
  expect(left.filter((password) => password === key || password === token)).toEqual([])
  proves('vault.keychain.removed')
})

test(
  'without a keychain the app says so, and works until it is quit',
  nightly('vault.memory.explained', 'vault.memory.works', 'vault.memory.forgotten'),
  async ({ launch }) => {
    const key = uniqueKey('memory')
    const endpoint = await startFakeModelEndpoint({ key })
    const gatehouse = await launch({
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', XDG_RUNTIME_DIR: undefined },
    })
    const dialog = modelDialog(gatehouse.page)
    await dialog.open()
    await expect(dialog.dialog).toContainText(
      'Secrets are kept in memory only and are lost when you quit.',
    )
    await dialog.enter({ url: `${endpoint.url}/v1`, key })
    await dialog.connect()
    await chat(gatehouse.page).send('Use the key')
    await expect(chat(gatehouse.page).answers).toContainText('Use the key')
    await gatehouse.page.keyboard.press('Control+5')
    await gatehouse.page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('button', { name: 'Keychain' })
      .click()
    const page = gatehouse.page.getByRole('region', { name: 'Keychain' })
    await expect(page).toContainText('Secrets are kept in memory only and are lost when you quit.')
    await expect(page).toContainText('No desktop session bus is running')
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    proves('vault.memory.explained')
    expect(filesWith(gatehouse.userData, key)).toEqual([])
    proves('vault.memory.works')

    await gatehouse.restart()
    const open = chat(gatehouse.page)
    await open.send('After the restart')
    await expect(open.transcript).toContainText(
      'The keychain cannot be used right now, so the key cannot be read.',
    )
    await expect(open.transcript.getByRole('button', { name: 'Enter the key' })).toBeVisible()
    expect(filesWith(gatehouse.userData, key)).toEqual([])
    proves('vault.memory.forgotten')
  },
)
