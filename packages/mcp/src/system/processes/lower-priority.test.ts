import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { fixtureServerCommand, readPidFile } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ graceMs: 300 })
})
afterEach(() => bench.close())

test.skipIf(process.platform === 'win32')(
  'a server yields the processor to the app where both want it',
  async () => {
    const pidFile = join(bench.folder, 'pid')
    await bench.open(stdioTarget(fixtureServerCommand({ features: ['echo'], pidFile })))
    const pid = await readPidFile(pidFile)
    const wanted = Math.min(19, getPriority() + 5)
    expect(getPriority(pid)).toBe(wanted)
    const share = `/proc/${pid}/autogroup`
    const shared = existsSync(share) ? readFileSync(share, 'utf8') : `nice ${wanted}`
    expect(shared).toContain(`nice ${wanted}`)
  },
)
