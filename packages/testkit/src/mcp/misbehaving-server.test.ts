import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectStdio, stdioClient } from './connected-client.ts'
import { isAlive, processTree, readPidFile, waitUntilGone } from './process-tree.ts'
import type { MisbehavingCommandOptions, Misbehaviour } from './stdio-command.ts'
import { misbehavingServerCommand } from './stdio-command.ts'

const lifetimeMs = 20_000
const hello = { content: [{ type: 'text', text: 'hello' }] }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testkit-'))
})

afterAll(() => rm(folder, { recursive: true }))

function connect(mode: Misbehaviour, options: MisbehavingCommandOptions = {}) {
  return connectStdio(misbehavingServerCommand(mode, { lifetimeMs, ...options }))
}

/** The raw process, for what a protocol client would hide. */
function start(mode: Misbehaviour, options: MisbehavingCommandOptions = {}) {
  const { command, args } = misbehavingServerCommand(mode, { lifetimeMs, ...options })
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
}

const initialize = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`

it('well-behaved: serves, writes its pid and is gone after close', async () => {
  const pidFile = join(folder, 'well-behaved')
  const connected = await connect('well-behaved', { pidFile })
  const pid = await readPidFile(pidFile)
  expect(pid).toBe(connected.transport.pid)
  expect(await connected.client.callTool({ name: 'hello', arguments: {} })).toMatchObject(hello)
  await connected.close()
  await waitUntilGone([pid], 1000)
})

it('silent: never responds to initialize, yet ends at end of input', async () => {
  const connection = stdioClient(misbehavingServerCommand('silent', { lifetimeMs }))
  const connecting = connection.client.connect(connection.transport, { timeout: 400 })
  await expect(connecting).rejects.toThrow('timed out')
  const child = start('silent')
  child.stdin.end(initialize)
  expect(await text(child.stdout)).toBe('')
})

it('slow: responds late by the delay', async () => {
  const before = Date.now()
  const connected = await connect('slow', { delayMs: 300 })
  expect(Date.now() - before).toBeGreaterThanOrEqual(300)
  await connected.close()
})

it('garbage: mixes lines that are not JSON-RPC into correct responses', async () => {
  const child = start('garbage')
  child.stdin.end(initialize)
  const lines = (await text(child.stdout)).split('\n')
  expect(lines.slice(0, 2)).toEqual([
    'Starting the server...',
    '\u001b[32mready\u001b[0m on port 3000',
  ])
  expect(lines.slice(3, 6)).toEqual(['DEBUG got initialize', '{"not":"rpc"}', '{ broken json'])
  expect(lines[6]).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result"/)
  const connected = await connect('garbage')
  expect(await connected.client.callTool({ name: 'hello', arguments: {} })).toMatchObject(hello)
  await connected.close()
})

it('only-garbage: prints, but never a response', async () => {
  const child = start('only-garbage')
  child.stdin.end(initialize)
  expect(await text(child.stdout)).toBe(
    'usage: some-other-program [options]\nunknown command: initialize\n',
  )
})

it('exit-at-once: leaves its reason on stderr and its exit code', async () => {
  const child = start('exit-at-once', { exitCode: 7, stderr: 'no such database\nat line 3' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  expect(await text(child.stderr)).toBe('no such database\nat line 3\n')
  expect(await exited).toBe(7)
  const connection = stdioClient(misbehavingServerCommand('exit-at-once'))
  await expect(connection.client.connect(connection.transport)).rejects.toThrow('closed')
})

it('exit-after-initialize: connects first and goes then', async () => {
  const connected = await connect('exit-after-initialize', { stderr: 'lost', exitCode: 3 })
  await expect.poll(() => connected.stderr()).toBe('lost\n')
  await expect(connected.client.listTools()).rejects.toThrow(/closed|not connected/i)
})

it('ignore-sigterm-and-eof: outlives end of input and SIGTERM, not SIGKILL', async () => {
  const child = start('ignore-sigterm-and-eof')
  const pid = child.pid ?? 0
  child.stdin.write(initialize)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdin.end()
  child.kill('SIGTERM')
  await expect(waitUntilGone([pid], 400)).rejects.toThrow('misbehaving-server.mjs')
  child.kill('SIGKILL')
  await waitUntilGone([pid], 1000)
})

it.each([false, true])('grandchild: survives its parent (own session: %s)', async (own) => {
  const grandchildPidFile = join(folder, `grandchild-${own}`)
  const connected = await connect('grandchild', { grandchildPidFile, grandchildSession: own })
  const grandchild = await readPidFile(grandchildPidFile)
  const parent = connected.transport.pid ?? 0
  expect(processTree(parent)).toEqual([parent, grandchild])
  await connected.close()
  await waitUntilGone([parent], 1000)
  process.kill(grandchild, 'SIGTERM')
  await expect(waitUntilGone([grandchild], 200)).rejects.toThrow('stubborn-child')
  process.kill(grandchild, 'SIGKILL')
  await waitUntilGone([grandchild], 1000)
})

it('stderr-flood: blocks unless somebody drains stderr', async () => {
  const child = start('stderr-flood', { bytes: 500_000 })
  const responded = new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')))
  })
  const stuck = Symbol('stuck')
  child.stdin.write(initialize)
  const timeout = new Promise((resolve) => setTimeout(() => resolve(stuck), 500))
  expect(await Promise.race([responded, timeout])).toBe(stuck)
  const flooded = text(child.stderr)
  expect(await responded).toContain('"id":1')
  child.stdin.end()
  expect((await flooded).length).toBeGreaterThan(500_000)
})

it('half-message: stops in the middle of a response, or finishes it late', async () => {
  const child = start('half-message')
  child.stdin.end(initialize)
  const half = await text(child.stdout)
  expect(half).toMatch(/^\{"jsonrpc":"2\.0","id":1,/)
  expect(half).not.toContain('\n')
  const connected = await connect('half-message', { delayMs: 30 })
  expect(await connected.client.callTool({ name: 'hello', arguments: {} })).toMatchObject(hello)
  await connected.close()
})

it('unknown-id: sends a response that nobody asked for before each correct one', async () => {
  const child = start('unknown-id')
  child.stdin.end(initialize)
  const ids = (await text(child.stdout)).match(/"id":[^,]+/g)
  expect(ids).toEqual(['"id":987654321', '"id":"nobody"', '"id":1'])
  const connected = await connect('unknown-id')
  expect(await connected.client.callTool({ name: 'hello', arguments: {} })).toMatchObject(hello)
  await connected.close()
})

it('huge-line: responds to a call with one line of the size asked for', async () => {
  const small = await connect('huge-line', { bytes: 2_000_000 })
  const { content } = await small.client.callTool({ name: 'hello', arguments: {} })
  expect(content[0]?.type === 'text' ? content[0].text.length : 0).toBe(2_000_000)
  await small.close()
  const huge = await connect('huge-line')
  await expect(huge.client.callTool({ name: 'hello', arguments: {} })).rejects.toThrow('closed')
  await huge.close()
})

it('ends by itself when its lifetime is over, whatever a failed test leaves behind', async () => {
  const child = start('ignore-sigterm-and-eof', { lifetimeMs: 300 })
  const pid = child.pid ?? 0
  expect(isAlive(pid)).toBe(true)
  await waitUntilGone([pid], 3000)
})

it('says which modes there are when asked for one that is not', async () => {
  const { command, args } = misbehavingServerCommand('silent')
  const child = spawn(command, [...args, '--mode=nonsense'], { stdio: ['ignore', 'pipe', 'pipe'] })
  expect(await text(child.stderr)).toMatch(/Unknown mode "nonsense"; known: well-behaved, silent/)
})
