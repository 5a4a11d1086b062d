import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import type { Delay } from './delays.ts'

/** Shorter delays are not worth a file. */
const KEPT_MS = 90

/**
 * Samples what the page does, when asked for (`GATEHOUSE_ATTACK_PROFILE` names a folder): `keep` writes a
 * .cpuprofile when the page kept others waiting for long since the last time. The probe of the page must not
 * look while a profile is taken: that is the profile's own work.
 */
export function createWindowProfile() {
  const folder = process.env['GATEHOUSE_ATTACK_PROFILE']
  let session: CDPSession | undefined
  const start = async () => {
    await session?.send('Profiler.start')
  }
  return {
    async follow(page: Page): Promise<void> {
      if (!folder) return
      mkdirSync(folder, { recursive: true })
      session = await page.context().newCDPSession(page)
      await session.send('Profiler.enable')
      await session.send('Profiler.setSamplingInterval', { interval: 1000 })
      await start()
    },
    async keep(page: Page, delays: readonly Delay[]): Promise<void> {
      if (!folder || !session) return
      await pauseProbe(page, true)
      const { profile } = await session.send('Profiler.stop')
      const longest = Math.max(0, ...delays.map(({ busy }) => busy))
      if (longest >= KEPT_MS) {
        const name = `window-${new Date().toISOString().slice(11, 23).replaceAll(':', '')}-${Math.round(longest)}ms.cpuprofile`
        writeFileSync(join(folder, name), JSON.stringify(profile))
      }
      await start()
      await pauseProbe(page, false)
    },
  }
}

const pauseProbe = (page: Page, isPaused: boolean): Promise<void> =>
  page.evaluate((paused) => {
    const { __attackProbe: probe } = window as unknown as { __attackProbe?: { isPaused: boolean } }
    if (probe) probe.isPaused = paused
  }, isPaused)
