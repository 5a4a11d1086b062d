import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serverEverythingPath, serverFilesystemPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer, openServer, openServerTab, type ServerView } from './support/servers.ts'
import { runTool, textOf } from './support/tool-runs.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** server-everything over Streamable HTTP in a process of its own, once it listens. */
async function startEverything() {
  const port = await freePort()
  const child = spawn(process.execPath, [serverEverythingPath(), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}.`)))
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes(String(port))) resolve()
    })
  })
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => child.kill('SIGKILL') }
}

/** Features of server-everything that must work over any transport. */
async function expectEverything(
  page: Page,
  view: ServerView,
  transport: 'stdio' | 'http',
): Promise<void> {
  const serverId = view.config.id
  const tools = await request(page, 'server.tools', { id: serverId })
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']))
  const echo = await runTool(page, {
    serverId,
    toolName: 'echo',
    arguments: { message: 'Grüße, 世界' },
  })
  expect(echo).toMatchObject({ status: 'done', serverName: view.config.name })
  expect(textOf(echo)).toBe('Echo: Grüße, 世界')
  const sum = await runTool(page, { serverId, toolName: 'get-sum', arguments: { a: 2, b: 40 } })
  expect(textOf(sum)).toContain('42')
  const wrong = await runTool(page, {
    serverId,
    toolName: 'get-sum',
    arguments: { a: 'two', b: 40 },
  })
  expect(wrong.result?.isError === true || wrong.status === 'failed').toBe(true)
  const image = await runTool(page, { serverId, toolName: 'get-tiny-image', arguments: {} })
  expect(image.result?.content.map(({ type }) => type)).toContain('image')
  proves(`server.everything-${transport}.calls`)

  await openServer(page, view.config.name)
  await expect(page.getByText(/^Ready · /)).toBeVisible()
  await openServerTab(page, 'Tools')
  await page
    .getByRole('navigation', { name: 'Tools' })
    .getByRole('button', { name: 'Echo' })
    .first()
    .click()
  await expect(
    page
      .getByRole('table', { name: 'Arguments' })
      .getByRole('row', { name: /^message required string/ }),
  ).toBeVisible()
  proves(`server.everything-${transport}.page`)
}

test(
  'server-everything works over stdio',
  nightly('server.everything-stdio.calls', 'server.everything-stdio.page'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const target = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
    await expectEverything(page, await addServer(page, target, { name: 'everything' }), 'stdio')
  },
)

test(
  'server-everything works over Streamable HTTP',
  nightly('server.everything-http.calls', 'server.everything-http.page'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const server = await startEverything()
    try {
      await expectEverything(
        page,
        await addServer(page, { url: server.url }, { name: 'everything' }),
        'http',
      )
    } finally {
      server.close()
    }
  },
)

test(
  'server-filesystem works, and does not leave its folder',
  nightly('server.filesystem.files', 'server.filesystem.outside'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const folder = join(scratch(testInfo), 'files')
    mkdirSync(folder)
    writeFileSync(join(folder, 'letter.txt'), 'Dear reader,\n世界')
    const target = { command: process.execPath, args: [serverFilesystemPath(), folder] }
    const view = await addServer(page, target, { name: 'files' })
    const serverId = view.config.id
    const call = (toolName: string, args: Record<string, string>) =>
      runTool(page, { serverId, toolName, arguments: args })
    expect(textOf(await call('list_directory', { path: folder }))).toContain('[FILE] letter.txt')
    expect(textOf(await call('read_text_file', { path: join(folder, 'letter.txt') }))).toBe(
      'Dear reader,\n世界',
    )
    await call('write_file', { path: join(folder, 'answer.txt'), content: 'Dear writer' })
    expect(readFileSync(join(folder, 'answer.txt'), 'utf8')).toBe('Dear writer')
    proves('server.filesystem.files')
    const outside = await call('read_text_file', { path: '/etc/hostname' })
    expect(outside.result?.isError).toBe(true)
    expect(textOf(outside)).toMatch(/denied|outside/i)
    proves('server.filesystem.outside')
  },
)
