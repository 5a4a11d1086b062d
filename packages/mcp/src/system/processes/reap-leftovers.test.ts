import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isAlive, misbehavingServerCommand, readPidFile, waitUntilGone } from '@gatehouse/testkit'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

let bench: TestBench
let hostFile: string

beforeAll(async () => {
  bench = await createTestBench({ graceMs: 300 })
  hostFile = await bundleHost(join(bench.folder, 'bundle'))
})
afterAll(() => bench.close())

/** As the app is bundled: CommonJS for Node 20. */
async function bundleHost(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('../../../checks/testing/crashing-host.ts', import.meta.url)),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'host.cjs' } },
    },
  })
  return join(outDir, 'host.cjs')
}

interface RunningHost {
  serverPids: number[]
  /** As `kill -9` of the app. */
  kill(): Promise<void>
}

async function startHost(targets: object[]): Promise<RunningHost> {
  const host = spawn(process.execPath, [hostFile, bench.ledgerFile, JSON.stringify(targets)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: host.stdout })
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    host.once('exit', (code) => reject(new Error(`The host ended with ${code}`)))
  })
  return {
    serverPids: JSON.parse(line) as number[],
    async kill() {
      host.kill('SIGKILL')
      await waitUntilGone([host.pid ?? -1], 2000)
    },
  }
}

test('after kill -9 polite servers end by themselves and stubborn ones at the next start', async () => {
  const grandchildPidFile = join(bench.folder, 'grandchild')
  const host = await startHost([
    stdioTarget(misbehavingServerCommand('well-behaved')),
    stdioTarget(misbehavingServerCommand('ignore-sigterm-and-eof')),
    stdioTarget(
      misbehavingServerCommand('grandchild', { grandchildPidFile, grandchildSession: true }),
    ),
  ])
  const [polite = -1, stubborn = -1, wrapper = -1] = host.serverPids
  const grandchild = await readPidFile(grandchildPidFile)
  await host.kill()
  // The pipes of one server are held by no other.
  await waitUntilGone([polite, wrapper], 3000)
  expect([isAlive(stubborn), isAlive(grandchild)]).toEqual([true, true])

  const next = await createTestBench({ ledgerFile: bench.ledgerFile, graceMs: 300 })
  expect(await next.factory.reapLeftovers()).toBe(2)
  await waitUntilGone([stubborn, grandchild], 0)
  expect(JSON.parse(await readFile(bench.ledgerFile, 'utf8'))).toEqual([])
  expect(await next.factory.reapLeftovers()).toBe(0)
}, 40_000)

test('the servers of an app that still runs are left alone', async () => {
  const host = await startHost([stdioTarget(misbehavingServerCommand('well-behaved'))])
  const ledger = () => readFile(bench.ledgerFile, 'utf8')
  // The process is noted again once it runs, while the connection opens.
  await expect.poll(ledger).toContain(String(host.serverPids[0]))
  const next = await createTestBench({ ledgerFile: bench.ledgerFile, graceMs: 300 })
  expect(await next.factory.reapLeftovers()).toBe(0)
  expect(host.serverPids.every(isAlive)).toBe(true)
  expect(await ledger()).toContain(String(host.serverPids[0]))
  await host.kill()
  await waitUntilGone(host.serverPids, 3000)
})

test('a process that only got the id of an old server is never ended', async () => {
  const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  const ledgerFile = join(bench.folder, 'old-ledger.json')
  const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  const entry = {
    serverId: 'server-1',
    command: '/usr/bin/node',
    ownerPid: 2_000_000_000,
    ownerStartedAt: '1',
    pid: stranger.pid,
  }
  await writeFile(
    ledgerFile,
    JSON.stringify([
      { ...entry, tag: 'other-start-time', bootId, startedAt: '1' },
      { ...entry, tag: 'earlier-boot-of-machine', bootId: 'another', startedAt: '1' },
      'nonsense',
    ]),
  )
  const next = await createTestBench({ ledgerFile, graceMs: 100 })
  expect(await next.factory.reapLeftovers()).toBe(0)
  expect(isAlive(stranger.pid ?? -1)).toBe(true)
  process.kill(stranger.pid ?? -1, 'SIGKILL')
})

test('a damaged ledger does not keep servers from starting', async () => {
  const ledgerFile = join(bench.folder, 'damaged.json')
  await writeFile(ledgerFile, '{"not": [a ledger')
  const next = await createTestBench({ ledgerFile })
  expect(await next.factory.reapLeftovers()).toBe(0)
  await next.open(stdioTarget(misbehavingServerCommand('well-behaved')))
  // The process is noted again once it runs, while the connection opens.
  await expect.poll(() => readFile(ledgerFile, 'utf8')).toContain('"pid"')
  await next.close()
})
