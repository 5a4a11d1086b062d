import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fixtureServerCommand, isAlive, readPidFile, waitUntilGone } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { findControlGroup, makeControlGroup } from './control-group.ts'

const probe = await makeControlGroup('00000000-probe')
probe?.remove()
/** A plain login session has none: there only the tag is left, which other tests are about. */
const noGroup = probe === undefined

let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ graceMs: 300 })
})
afterEach(() => bench.close())

/**
 * A good server beside which a process runs that forked twice, made a session of its own, ignores
 * SIGTERM, and was started with the environment that `prefix` leaves it. It starts a moment later, as
 * what hides in the first milliseconds of a server is not found.
 */
function escapingServer(pidFile: string, prefix: string) {
  const { command, args } = fixtureServerCommand({ features: ['echo'] })
  const stray = `trap "" TERM HUP; echo $$ > ${pidFile}.part; mv ${pidFile}.part ${pidFile}; while :; do sleep 1; done`
  const script = `sleep 1; (setsid ${prefix} sh -c '${stray}' >/dev/null 2>&1 </dev/null &) ; exec "$0" "$@"`
  return stdioTarget({ command: '/bin/sh', args: ['-c', script, command, ...args] })
}

/**
 * @threat confinement.escaped-process
 * @attacker server
 * @tries A server leaves a process behind that forked twice, made a session of its own and cleared its environment.
 * @stoppedBy Each server has a control group where Linux allows one, else its processes are known by a tag in their
 * environment; both are swept until nothing is left, at stop, at quit and at the next start.
 * @remains A program with the rights of the person can move itself out of the group on purpose, or hide in the first
 * milliseconds; without control groups (macOS, plain login sessions) one that clears its environment is lost, and on
 * Windows one whose parent ended, as no job object can be had without native code of our own. What is left and known is
 * named in the log of the server.
 */
test('a child that forked twice into a session of its own is gone after close', async () => {
  const pidFile = join(bench.folder, 'stray')
  const { connection } = await bench.open(escapingServer(pidFile, ''))
  const stray = await readPidFile(pidFile)
  await connection.close()
  await waitUntilGone([stray], 0)
})

/** @threat confinement.escaped-process */
test.skipIf(noGroup)(
  'a child that cleared its environment too is gone after close, by its control group',
  async () => {
    const pidFile = join(bench.folder, 'stray')
    const { connection } = await bench.open(escapingServer(pidFile, 'env -i PATH=/usr/bin:/bin'))
    const stray = await readPidFile(pidFile)
    const environment = await readFile(`/proc/${stray}/environ`, 'utf8')
    expect(environment).not.toContain('GATEHOUSE_SERVER')
    const [note] = JSON.parse(await readFile(bench.ledgerFile, 'utf8')) as {
      controlGroup: string
    }[]
    expect(existsSync(note?.controlGroup ?? '')).toBe(true)
    await connection.close()
    await waitUntilGone([stray], 0)
    expect(existsSync(note?.controlGroup ?? '')).toBe(false)
  },
)

/** @threat confinement.escaped-process */
test.skipIf(noGroup)(
  'a server that forks for ever is gone after close, with all that it forked',
  async () => {
    const pidFile = join(bench.folder, 'stray')
    // Each link of the chain starts the next one in a session of its own and ends.
    const link = 'trap "" TERM; sleep 0.01; setsid env -i PATH="$PATH" sh -c "$1" sh "$1" & '
    const { command, args } = fixtureServerCommand({ features: ['echo'], pidFile })
    const script = `L=$1; shift; sleep 1; (setsid env -i PATH="$PATH" sh -c "$L" sh "$L" >/dev/null 2>&1 </dev/null &); exec "$@"`
    const { connection } = await bench.open(
      stdioTarget({ command: '/bin/sh', args: ['-c', script, 'sh', link, command, ...args] }),
    )
    const [note] = JSON.parse(await readFile(bench.ledgerFile, 'utf8')) as {
      controlGroup: string
    }[]
    const group = note?.controlGroup ?? ''
    const members = async () => (await readFile(join(group, 'cgroup.procs'), 'utf8')).split('\n')
    await eventually(async () => ((await members()).length > 3 ? members() : undefined))
    await connection.close()
    // The kernel removes no group that has a process in it.
    expect(existsSync(group)).toBe(false)
  },
)

/** @threat confinement.escaped-process */
test('a folder that a damaged ledger names is never taken for a control group', async () => {
  const mine = spawn('sleep', ['60'], { stdio: 'ignore' })
  const tag = '0b2e4f00-1111'
  for (const folder of [
    '/sys/fs/cgroup',
    '/sys/fs/cgroup/user.slice',
    `/tmp/gatehouse-${tag}`,
    `/sys/fs/cgroup/../../../tmp/gatehouse-${tag}`,
    'gatehouse-0b2e4f00-1111',
    undefined,
  ])
    expect(await findControlGroup(folder, tag)).toBe(undefined)
  expect(isAlive(mine.pid ?? -1)).toBe(true)
  mine.kill('SIGKILL')
})
