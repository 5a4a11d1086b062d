import { versions } from 'electron-to-chromium'

/** Milestone of the Chromium in a version of Electron; undefined for a major that is newer than the list. */
export function chromiumMilestoneOf(electronVersion: string): number | undefined {
  const milestone = versions[`${majorOf(electronVersion)}.0`]
  return milestone === undefined ? undefined : Number(milestone)
}

/** First number of a version. */
export const majorOf = (version: string): number => Number(version.split('.')[0])
