import { writeZip } from '@gatehouse/testkit'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { allowBy, consentText, consentWindow } from './support/consent.ts'
import { dropFile } from './support/drop.ts'
import { keychainEntries } from './support/keychain.ts'
import { scratch } from './support/scratch.ts'
import { request } from './support/routes.ts'
import { waitForServer } from './support/servers.ts'

/** A server of its own, which notes what it was started with in the folder that it was given. */
const program = `
const { writeFileSync } = require('node:fs')
const { tools } = require('./tools.js')
writeFileSync(process.argv[2] + '/seen.json', JSON.stringify({ token: process.env.TOKEN, args: process.argv.slice(2) }))
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } }),
  'tools/list': () => ({ tools }),
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  const reply = answer ? { result: answer() } : { error: { code: -32601, message: 'Unknown method' } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }) + '\\n')
})
`
const manifest = {
  manifest_version: '0.3',
  name: 'notes',
  display_name: 'Notes',
  version: '1.2.0',
  description: 'Keeps notes',
  author: { name: 'Ada' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: [
        '${__dirname}/server/index.js',
        '${user_config.folder}',
        '--tag',
        '${user_config.tag}',
      ],
      env: { TOKEN: '${user_config.token}' },
    },
  },
  user_config: {
    folder: { type: 'directory', title: 'Folder', description: 'Where notes are', required: true },
    token: { type: 'string', title: 'Token', sensitive: true, required: true },
    tag: { type: 'string', title: 'Tag' },
  },
}
const tools = 'exports.tools = [{ name: "note", inputSchema: { type: "object" } }]'

test('a bundle is dropped, filled in, read and added; a changed file stops it', async ({
  gatehouse,
}, testInfo) => {
  const { page, userData } = gatehouse
  const token = `t$$&$1\${user_config.tag}${crypto.randomUUID()}`
  const root = scratch(testInfo)
  const folder = join(root, 'my notes')
  mkdirSync(folder)
  const file = join(root, 'notes.mcpb')
  writeFileSync(
    file,
    writeZip([
      { name: 'manifest.json', data: JSON.stringify(manifest) },
      { name: 'server/index.js', data: program },
      { name: 'server/tools.js', data: tools },
    ]),
  )
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Add a server' })
  await expect(sheet).toBeVisible()
  // Press 1.
  await dropFile(page, page.getByRole('textbox', { name: 'Paste, drop or type' }), file)
  await expect(sheet).toContainText('Version 1.2.0')
  await expect(sheet).toContainText('3 files')
  await sheet.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await sheet.getByRole('textbox', { name: 'Token' }).fill(token)
  // Press 2.
  await page.keyboard.press('Control+Enter')
  const window = await consentWindow(page)
  await expect(consentText(window)).toContainText('Not signed')
  await expect(consentText(window)).toContainText(join(userData, 'bundles'))
  expect(await window.content()).not.toContain(token)
  proves('server.add-bundle.read')
  await allowBy(page, 'Add and start')
  await expect(sheet).toBeHidden()
  const [added] = await request(page, 'server.list', {})
  const id = added?.config.id ?? ''
  await waitForServer(page, id, 'ready')
  expect(keychainEntries().some(({ password }) => password === token)).toBe(true)
  proves('server.add-bundle.form')
  expect(JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8'))).toEqual({
    token,
    args: [folder],
  })
  proves('server.add-bundle.filled')

  const transport = added?.config.transport
  const bundle = transport?.kind === 'stdio' ? (transport.cwd ?? '') : ''
  const changed = join(bundle, 'server', 'tools.js')
  chmodSync(changed, 0o644)
  writeFileSync(changed, `${tools}\n// changed`)
  await request(page, 'server.restart', { id })
  await waitForServer(page, id, 'failed')
  await expect(page.getByText('changed').first()).toBeVisible()
  proves('server.add-bundle.pinned')

  await request(page, 'server.remove', { id })
  const { id: opened } = await request(page, 'import.open', { known: false })
  await request(page, 'import.close', { id: opened })
  await expect.poll(() => existsSync(bundle)).toBe(false)
  proves('server.add-bundle.gone')
  expect(gatehouse.problems).toEqual([])
})
