import { expect, test } from 'vitest'
import { cpuTimeMs, readUsage } from './process-usage.ts'

test.each([
  ['  0:00.05', 50],
  ['12:03', 723_000],
  ['2:03:04', 7_384_000],
  ['1-02:03:04', 93_784_000],
  ['TIME', 0],
])('%s of ps is %d ms', (text, ms) => {
  expect(cpuTimeMs(text)).toBe(ms)
})

test.skipIf(process.platform !== 'linux')('what a process reads and computes grows', async () => {
  const before = await readUsage([process.pid])
  // It computes until the system counts a tick for it.
  await expect
    .poll(async () => (await readUsage([process.pid]))?.cpuMs ?? 0, { interval: 1 })
    .toBeGreaterThan(before?.cpuMs ?? Number.NaN)
  expect((await readUsage([process.pid]))?.ioBytes).toBeGreaterThan(before?.ioBytes ?? Number.NaN)
})

test.skipIf(process.platform !== 'linux')('a process that ended counts nothing', async () => {
  expect(await readUsage([2 ** 22 + 1])).toEqual({
    cpuMs: 0,
    ioBytes: 0,
    writtenBytes: 0,
    isBusy: false,
  })
})
