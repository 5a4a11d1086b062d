import { existsSync } from 'node:fs'
import { run } from '../command-support/child-processes.mjs'

/** Where Linux has a Chromium or Chrome. */
export const linuxBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const browsers = [...linuxBrowsers, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Version of the Chromium or Chrome of this computer, e.g. `156.0.8078.108`; undefined where none tells one. */
export async function installedBrowserVersion(): Promise<string | undefined> {
  const program = browsers.find((path) => existsSync(path))
  if (program === undefined) return undefined
  const { output } = await run([program, '--version'], { quiet: true })
  return /\d+(?:\.\d+){3}/.exec(output)?.[0]
}
