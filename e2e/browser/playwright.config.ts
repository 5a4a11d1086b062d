import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { isSandboxRefused } from '../launch.ts'
import { installedBrowser } from '../support/sign-in/person-browser.ts'
import { output } from '../support/results.ts'

const executablePath = installedBrowser()
if (executablePath === undefined)
  throw new Error('There is no Chromium or Chrome on this computer: install one of them.')

// The renderer in the browser that Electron ships, without Electron: one browser for each worker, a page for each test.
export default defineConfig({
  testDir: '.',
  outputDir: join(output, 'browser'),
  globalSetup: './serve-pages.ts',
  workers: availableParallelism(),
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, chromiumSandbox: !isSandboxRefused() },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // What moves is drawn frame by frame by the processor.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
