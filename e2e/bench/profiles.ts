/** Where a folder is named (GATEHOUSE_BENCH_PROFILE), keeps what main and the window compute as .cpuprofile files. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gatehouse } from '../launch.ts'

/** Samples the window while `work` runs. */
export async function profiled<T>(
  { page }: Gatehouse,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const folder = process.env['GATEHOUSE_BENCH_PROFILE']
  if (folder === undefined) return work()
  mkdirSync(folder, { recursive: true })
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 500 })
  await session.send('Profiler.start')
  const result = await work()
  const { profile } = await session.send('Profiler.stop')
  writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile))
  await session.detach()
  return result
}
