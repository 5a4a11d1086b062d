import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  fixtureServerCommand,
  misbehavingServerCommand,
  processTree,
  readPidFile,
  waitUntilGone,
} from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ graceMs: 400 })
})
afterEach(() => bench.close())

async function readLedger(): Promise<{ pid?: number; command: string }[]> {
  return JSON.parse(await readFile(bench.ledgerFile, 'utf8')) as { pid?: number; command: string }[]
}

test('a server that ignores end of input and SIGTERM is gone after close', async () => {
  const { connection } = await bench.open(
    stdioTarget(misbehavingServerCommand('ignore-sigterm-and-eof')),
  )
  const started = performance.now()
  await connection.close()
  await waitUntilGone([connection.info.pid ?? -1], 0)
  expect(performance.now() - started).toBeLessThan(6000)
})

test.each([false, true])(
  'a stubborn grandchild is gone after close (own session: %s)',
  async (own) => {
    const grandchildPidFile = join(bench.folder, 'grandchild')
    const { connection } = await bench.open(
      stdioTarget(
        misbehavingServerCommand('grandchild', { grandchildPidFile, grandchildSession: own }),
      ),
    )
    const grandchild = await readPidFile(grandchildPidFile)
    await connection.close()
    await waitUntilGone([grandchild, connection.info.pid ?? -1], 0)
  },
)

test('a stubborn grandchild is gone after its server crashed, with nobody closing', async () => {
  const grandchildPidFile = join(bench.folder, 'grandchild')
  const { connection, recording } = await bench.open(
    stdioTarget(
      misbehavingServerCommand('grandchild', { grandchildPidFile, grandchildSession: true }),
    ),
  )
  const grandchild = await readPidFile(grandchildPidFile)
  process.kill(connection.info.pid ?? -1, 'SIGKILL')
  await eventually(() => recording.downs[0])
  await waitUntilGone([grandchild], 3000)
})

test('a wrapper and all that it started are gone after close', async () => {
  const { command, args } = fixtureServerCommand({ features: ['echo'] })
  const script = `sleep 1000 & sleep 1000 & ${command} ${args.join(' ')}; wait`
  const { connection } = await bench.open(stdioTarget({ command: '/bin/sh', args: ['-c', script] }))
  const tree = processTree(connection.info.pid ?? -1)
  expect(tree.length).toBe(4)
  await connection.close()
  await waitUntilGone(tree, 0)
})

test('the ledger names a running server without its arguments, and forgets it at the end', async () => {
  const { command, args } = fixtureServerCommand({ features: ['echo'] })
  const target = stdioTarget({ command, args: [...args, '--name', 'sk-secret'] })
  const { connection } = await bench.open(target)
  await eventually(() => connection.info.pid)
  const [entry] = await readLedger()
  expect(entry).toMatchObject({ pid: connection.info.pid, command })
  expect(JSON.stringify(entry)).not.toContain('sk-secret')
  await connection.close()
  expect(await readLedger()).toEqual([])
})

test('twenty starts and stops leave no process and no note', async () => {
  const before = processTree(process.pid).length
  const target = stdioTarget(misbehavingServerCommand('well-behaved'))
  for (let round = 0; round < 4; round += 1) {
    const opened = await Promise.all([1, 2, 3, 4, 5].map(() => bench.open(target)))
    await Promise.all(opened.map(({ connection }) => connection.close()))
  }
  expect(processTree(process.pid).length).toBe(before)
  expect(await readLedger()).toEqual([])
}, 60_000)
