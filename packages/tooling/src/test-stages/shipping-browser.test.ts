import { expect, it } from 'vitest'
import { chromiumMilestoneOf } from '../electron/chromium-milestone.ts'
import { fallback } from '../electron/fallback-runtime.ts'
import { pinnedElectron } from '../electron/provide-electron.ts'
import { differenceOf } from './shipping-browser.ts'

const electron = '45.4.1'

it('the milestone of the pinned Electron and of its stand-in is known', () => {
  expect(chromiumMilestoneOf(pinnedElectron().version)).toBeGreaterThan(150)
  expect(chromiumMilestoneOf(fallback.version)).toBe(130)
  expect(chromiumMilestoneOf('999.0.0')).toBeUndefined()
})

it('a browser of the milestone that ships is not warned of, whatever its build', () => {
  const milestone = chromiumMilestoneOf(electron)
  expect(differenceOf({ browser: '156.0.8078.108', milestone, electron })).toBeUndefined()
})

it.each([
  ['155.0.1.2', 156, /run in Chromium 155; Electron 45\.4\.1 ships Chromium 156/],
  ['1560.0.1.2', 156, /run in Chromium 1560/],
  [undefined, 156, /does not tell its version/],
  ['156.0.1.2', undefined, /does not know Electron 45\.4\.1/],
])('Chromium %s beside milestone %s is warned of', (browser, milestone, warning) => {
  expect(differenceOf({ browser, milestone, electron })).toMatch(warning)
})
