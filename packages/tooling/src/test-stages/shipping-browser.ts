import { buildGallery } from '../build-and-start/build-gallery.ts'
import { log } from '../command-support/log.mjs'
import { withResultsInUse } from '../command-support/results-in-use.mjs'
import { chromiumMilestoneOf, majorOf } from '../electron/chromium-milestone.ts'
import { pinnedElectron } from '../electron/provide-electron.ts'
import { installedBrowserVersion } from '../system-setup/browser.ts'
import { attempt } from './builds.ts'
import type { Outcome } from './outcome.ts'
import { runBrowserTests } from './runners.ts'
import type { TestContext } from './run-tests.ts'

/** The built window and every story of the gallery, in the browser of this computer. */
export async function checkInBrowser(testContext: TestContext): Promise<Outcome> {
  const gallery = await attempt(buildGallery)
  if (gallery.failed > 0) return gallery
  const { version: electron } = pinnedElectron()
  const browser = await installedBrowserVersion()
  const milestone = chromiumMilestoneOf(electron)
  log.info(`Chromium ${browser ?? 'of an unknown version'}`)
  const difference = differenceOf({ browser, milestone, electron })
  if (difference !== undefined) log.notice('This is not the browser that ships', [difference])
  return withResultsInUse(['build', 'gallery'], () => runBrowserTests(testContext))
}

/**
 * Describes the difference between the browser of this computer and the one inside Electron, in a sentence.
 * @returns undefined where both have the same milestone
 */
export function differenceOf({
  browser,
  milestone,
  electron,
}: {
  browser: string | undefined
  milestone: number | undefined
  electron: string
}): string | undefined {
  if (milestone === undefined)
    return `The package electron-to-chromium does not know Electron ${electron}: update it.`
  if (browser === undefined)
    return `It does not tell its version; Electron ${electron} ships Chromium ${milestone}.`
  return majorOf(browser) === milestone
    ? undefined
    : `The tests run in Chromium ${majorOf(browser)}; Electron ${electron} ships Chromium ${milestone}.`
}
