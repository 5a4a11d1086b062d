import { fixtureServerCommand } from '@gatehouse/testkit'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { allowBy, consentText, consentWindow } from './support/consent.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { keychainEntries } from './support/keychain.ts'
import { request } from './support/routes.ts'
import { filesWith, scratch } from './support/scratch.ts'
import { waitForServer } from './support/servers.ts'
import { runTool, textOf } from './support/tool-runs.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

function put(file: string, value: unknown): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value, null, 2))
  return file
}

const inHome = (home: string) => ({ HOME: home, XDG_CONFIG_HOME: undefined })
const sheet = (page: Page) => page.getByRole('dialog', { name: /Import servers|Import complete/ })
const servers = (page: Page) => request(page, 'server.list', {})

/** Everything that the window holds, and what its calls return. */
const windowContents = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { bridge } = window as unknown as {
      bridge: { request(name: string, input: object): Promise<unknown> }
    }
    const names = ['import.find', 'import.open', 'server.list', 'ask.history']
    const results = await Promise.all(names.map((name) => bridge.request(name, {})))
    return JSON.stringify(results) + document.documentElement.outerHTML
  })

test(
  'servers of another program are offered, run once they were read, and leave their token to the keychain',
  nightly(
    'import.first-run.found',
    'import.first-run.whole',
    'import.secrets.window',
    'import.first-run.reviewed',
    'import.first-run.untouched',
    'import.secrets.files',
    'import.secrets.keychain',
  ),
  async ({ launch }, testInfo) => {
    const home = scratch(testInfo)
    const token = `ghp_${crypto.randomUUID().replaceAll('-', '')}`
    const notes = fixtureServerCommand({ features: ['echo', 'env-dump'] })
    const calm = fixtureServerCommand({ features: ['echo'] })
    const file = put(join(home, '.config/Claude/claude_desktop_config.json'), {
      mcpServers: {
        notes: { ...notes, env: { NOTES_TOKEN: token, MODE: 'fast' }, autoApprove: ['echo'] },
        calm: { ...calm, disabled: true },
        broken: { args: [] },
      },
    })
    const before = readFileSync(file)
    const gatehouse = await launch({ env: inHome(home) })
    const { page } = gatehouse
    const card = page.getByRole('article').filter({ hasText: 'Claude Desktop' })
    await expect(card).toContainText('3 servers in Claude Desktop: notes, calm, and broken')
    proves('import.first-run.found')
    await card.getByRole('button', { name: 'Import…' }).click()

    const dialog = sheet(page)
    await expect(dialog).toContainText(file)
    const entry = (name: string) => dialog.getByRole('listitem', { name })
    for (const argument of [notes.command, ...notes.args])
      await expect(entry('notes')).toContainText(argument)
    await expect(entry('notes')).toContainText(`secret, ${token.length} characters`)
    await expect(entry('notes')).toContainText('autoApprove is not imported')
    await expect(entry('calm')).toContainText('This server is turned off there.')
    await expect(entry('calm').getByRole('checkbox', { name: 'Import calm' })).not.toBeChecked()
    await expect(entry('broken')).toContainText('neither a command nor a URL')
    proves('import.first-run.whole')
    expect(await windowContents(page)).not.toContain(token)
    proves('import.secrets.window')
    expect(await findViolations(page)).toEqual([])

    await entry('calm').getByRole('checkbox', { name: 'Import calm' }).click()
    await entry('calm').getByRole('textbox').fill('quiet')
    await dialog.getByRole('button', { name: 'Review what will run (2)' }).click()
    const window = await consentWindow(page)
    await expect(window.getByRole('heading', { name: 'Review what will run' })).toBeVisible()
    await expect(window.getByRole('region', { name: 'quiet' })).toContainText(
      calm.args.at(-1) ?? '',
    )
    expect(await window.content()).not.toContain(token)
    expect(await findViolations(window)).toEqual([])
    expect(await servers(page)).toEqual([])
    expect(keychainEntries().some(({ password }) => password === token)).toBe(false)
    proves('import.first-run.reviewed')
    await allowBy(page, 'Add and start 2 servers')
    await expect(dialog).toContainText('Added 2 servers.')
    await expect(dialog).toContainText('secrets are still stored as plain text')
    await expect(dialog).toContainText(file)
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    const added = await servers(page)
    expect(added.map(({ config }) => config.name)).toEqual(['notes', 'quiet'])
    const [{ config }] = added as [(typeof added)[number]]
    await waitForServer(page, config.id, 'ready')
    const call = await runTool(page, { serverId: config.id, toolName: 'env-dump', arguments: {} })
    expect(textOf(call)).toContain('NOTES_TOKEN')
    expect(keychainEntries().filter(({ password }) => password === token)).toHaveLength(1)
    expect(JSON.stringify(await servers(page))).not.toContain(token)
    expect(readFileSync(file)).toEqual(before)
    proves('import.first-run.untouched')
    await gatehouse.quit()
    expect(filesWith(gatehouse.userData, token)).toEqual([])
    // What it keeps of the same server is found by the same search, so the search itself works.
    expect(filesWith(gatehouse.userData, 'NOTES_TOKEN')).not.toEqual([])
    proves('import.secrets.files')
    await gatehouse.restart()
    expect(gatehouse.problems).toEqual([])
    for (const server of await servers(gatehouse.page))
      await request(gatehouse.page, 'server.remove', { id: server.config.id })
    expect(keychainEntries().some(({ password }) => password === token)).toBe(false)
    proves('import.secrets.keychain')
  },
)

test(
  'a picked file, a folder and pasted text are read, asked about, and taken back',
  nightly(
    'import.sources.folder',
    'import.sources.file',
    'import.sources.text',
    'import.sources.inputs',
    'import.undo.undone',
  ),
  async ({ launch }, testInfo) => {
    const home = scratch(testInfo)
    const key = `key-${crypto.randomUUID()}`
    const project = join(home, 'project')
    const echo = fixtureServerCommand({ features: ['echo'] })
    put(join(project, '.vscode/mcp.json'), {
      inputs: [{ id: 'key', type: 'promptString', description: 'API key', password: true }],
      servers: {
        inputs: {
          ...echo,
          env: { VALUE: '${input:key}', PLACE: '${workspaceFolder}' },
          envFile: '${workspaceFolder}/.env',
        },
      },
    })
    const variables = join(project, '.env')
    writeFileSync(variables, `MORE=from-a-file\nFILE_TOKEN=${key}-2\n`)
    const picked = put(join(home, 'picked.json'), { mcpServers: { picked: echo } })
    const gatehouse = await launch({ env: inHome(home) })
    const { app, page } = gatehouse
    await expect(page.getByRole('button', { name: 'Import…' })).toHaveCount(0)
    const answerDialogs = (path: string) =>
      app.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
      }, path)
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
    await page.keyboard.type('import servers')
    await page.keyboard.press('Enter')
    const dialog = sheet(page)
    await expect(dialog).toContainText('No servers found in other programs')
    expect(await findViolations(page)).toEqual([])
    await answerDialogs(home)
    await dialog.getByRole('button', { name: 'Choose a project folder…' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`${home} contains no .vscode/mcp.json`)
    await answerDialogs(project)
    await dialog.getByRole('button', { name: 'Choose a project folder…' }).click()
    await expect(dialog.getByRole('region', { name: 'VS Code' })).toContainText(project)
    proves('import.sources.folder')
    await answerDialogs(variables)
    await dialog.getByRole('button', { name: 'Choose that file…' }).click()
    await expect(dialog.getByRole('listitem', { name: 'inputs' })).toContainText('from-a-file')
    await answerDialogs(picked)
    await dialog.getByRole('button', { name: 'Choose a file…' }).click()
    await expect(dialog.getByRole('listitem', { name: 'picked' })).toContainText('Identical to')
    proves('import.sources.file')
    await dialog.getByRole('button', { name: 'Paste text…' }).click()
    const paste = dialog.getByRole('textbox', { name: 'Configuration' })
    await paste.fill('{"mcpServers": {"pasted": {"command": "node" "args": []}}}')
    await dialog.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(dialog.getByRole('region', { name: 'Pasted text' })).toContainText(
      'This is not valid JSON: a comma is missing.',
    )
    proves('import.sources.text')

    await dialog.getByRole('button', { name: 'Review what will run' }).click()
    await expect(dialog).toContainText('Enter a value, or deselect the servers that need it.')
    await expect(dialog.getByLabel('API key')).toBeFocused()
    await dialog.getByLabel('API key').fill(key)
    await dialog.getByRole('button', { name: 'Review what will run' }).click()
    const window = await consentWindow(page)
    const shown = consentText(window)
    await expect(shown).toContainText('This server has not run yet.')
    await expect(shown).toContainText(project)
    expect(await window.content()).not.toContain(key)
    await allowBy(page, 'Add without starting')
    await expect(dialog).toContainText(variables)
    const [added] = await servers(page)
    expect(added).toMatchObject({
      config: { name: 'inputs', start: 'demand', transport: { cwd: project } },
      connection: { status: 'stopped' },
    })
    expect(keychainEntries().some(({ password }) => password === key)).toBe(true)
    expect(filesWith(gatehouse.userData, key)).toEqual([])
    proves('import.sources.inputs')

    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await servers(page)).length).toBe(0)
    expect(keychainEntries().some(({ password }) => password === key)).toBe(false)
    proves('import.undo.undone')
    expect(gatehouse.problems).toEqual([])
  },
)

test(
  'a variable of the person leaves this computer only for the server that they allow it for',
  nightly('import.secrets.variable'),
  async ({ launch }, testInfo) => {
    const home = scratch(testInfo)
    const key = `sk-${crypto.randomUUID()}`
    const received: (string | undefined)[] = []
    const receiver = createServer((incoming, response) => {
      received.push(incoming.headers.authorization)
      response.writeHead(404).end()
    })
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
    const { port } = receiver.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/mcp`
    put(join(home, '.cursor/mcp.json'), {
      mcpServers: {
        asked: { url, headers: { Authorization: 'Bearer ${env:OPENAI_API_KEY}' } },
      },
    })
    const gatehouse = await launch({ env: { ...inHome(home), OPENAI_API_KEY: key } })
    const { page } = gatehouse
    const importAll = async (allow: boolean) => {
      await page.keyboard.press('Control+K')
      await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
      await page.keyboard.type('import servers')
      await page.keyboard.press('Enter')
      const dialog = sheet(page)
      const box = dialog.getByRole('checkbox', { name: `Pass my OPENAI_API_KEY to ${url}` })
      await expect(box).not.toBeChecked()
      if (allow) await box.click()
      await dialog.getByRole('button', { name: 'Review what will run' }).click()
      const window = await consentWindow(page)
      const risk =
        'Receives the value of one of your environment variables: OPENAI_API_KEY Sent to:'
      if (allow) await expect(consentText(window)).toContainText(risk)
      else await expect(consentText(window)).toContainText('not set: ')
      expect((await page.content()) + (await window.content())).not.toContain(key)
      await allowBy(page, 'Add and start')
      await expect(dialog).toBeHidden()
      const [added] = await servers(page)
      return added?.config.id ?? ''
    }
    const first = await importAll(false)
    await waitForServer(page, first, 'failed')
    expect((await servers(page))[0]?.connection).toMatchObject({
      failure: { code: 'secret-missing', detail: 'Authorization' },
    })
    expect(received).toEqual([])
    await request(page, 'server.remove', { id: first })
    const second = await importAll(true)
    await waitForServer(page, second, 'failed')
    expect(received).toContain(`Bearer ${key}`)
    proves('import.secrets.variable')
    await request(page, 'server.remove', { id: second })
    receiver.close()
    expect(gatehouse.problems).toEqual([])
  },
)
