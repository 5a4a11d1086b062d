import { expect, test } from './launch.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { inspect, settle } from './support/inspect.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { buildScreenWorld } from './support/screens/screen-world.ts'
import { consentWindow } from './support/consent.ts'
import { closeLayers, proposeServer, screens } from './support/screens/screens.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `every screen in ${language} has no axe violation, and nothing cut or covered`,
    nightly(`frame.accessible.screens-${language}`, `frame.narrow.screens-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(480_000)
      const { page } = gatehouse
      await request(page, 'app.change-settings', { language })
      const faults = await inspect(gatehouse, `${language}/first-run`)
      await page.keyboard.press('Control+2')
      faults.push(...(await inspect(gatehouse, `${language}/servers-empty`)))
      await page.keyboard.press('Control+3')
      faults.push(...(await inspect(gatehouse, `${language}/activity-empty`)))
      await page.keyboard.press('Control+1')
      await request(page, 'app.change-settings', { language: 'en' })
      await buildScreenWorld(gatehouse)
      await request(page, 'app.change-settings', { language })
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          await screen.open(page)
          faults.push(...(await inspect(gatehouse, `${language}/${screen.name}`)))
          await closeLayers(page)
        })
      }
      expect(faults).toEqual([])
      proves(`frame.accessible.screens-${language}`, `frame.narrow.screens-${language}`)
      expect(gatehouse.problems).toEqual([])
    },
  )

  test(
    `the consent window in ${language} has no axe violation`,
    nightly(`frame.accessible.consent-${language}`),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      for (const theme of ['light', 'dark'] as const) {
        await request(page, 'app.change-settings', { language, theme })
        await proposeServer(page)
        const window = await consentWindow(page)
        await settle(window)
        expect(await findViolations(window)).toEqual([])
        await takePicture(window, `${language}/consent-${theme}`)
        await window.keyboard.press('Escape').catch(() => undefined)
        await expect.poll(() => window.isClosed()).toBe(true)
        await closeLayers(page)
      }
      proves(`frame.accessible.consent-${language}`)
    },
  )
}
