import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fixturePaths } from '@gatehouse/testkit'
import { afterEach, expect, it } from 'vitest'
import { checkCycles } from './check-cycles.ts'
import { runServerCycles } from './server-cycles.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')
// The flag only takes effect in a context that is made after it was set.
const collectGarbage: () => void = runInNewContext('gc')

it('twenty starts and stops leave no process, handle or descriptor behind', async () => {
  const report = await runServerCycles({
    command: process.execPath,
    args: [fixturePaths.misbehavingServer, '--mode=well-behaved'],
    cycles: 20,
    sampleAt: [5, 20],
    dataFolder: folder,
    collectGarbage,
  })
  expect(report.samples.map(({ cycle }) => cycle)).toEqual([5, 20])
  expect(checkCycles(report)).toEqual([])
}, 60_000)

it('a leak is not taken for noise', () => {
  const held = { handles: 3, descriptors: 20, heapBytes: 20_000_000 }
  const samples = [
    { ...held, cycle: 20 },
    { ...held, cycle: 200, descriptors: 200 },
  ]
  expect(checkCycles({ samples, left: [] })).toEqual([
    'descriptors grew from 20 after cycle 20 to 200 after cycle 200',
  ])
  expect(checkCycles({ samples: samples.slice(0, 1), left: [7] })).toHaveLength(2)
})
