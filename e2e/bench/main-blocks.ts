/** Time for which main kept others waiting, by the meter that a launch loads (`args: mainMeter`). */
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'

/** Arguments of a launch whose main is measured. */
export const mainMeter = ['-r', join(import.meta.dirname, '../fuzz/meters/main-meter.cjs')]

interface MainMeter {
  __attackMeter: {
    take(): { longest: MainBlock }
  }
}

export interface MainBlock {
  /** Longest, in milliseconds: without the time in which no processor was free for main, and with it. */
  own: number
  late: number
  /** Time that main computed itself, without its waits for a disk. */
  busy: number
}

/** The longest since it was asked last. */
export function longestOfMain(app: ElectronApplication): Promise<MainBlock> {
  return app.evaluate(() => (globalThis as unknown as MainMeter).__attackMeter.take().longest)
}
