import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { output } from '../support/results.ts'

// Not among the other tests: they drive a package that `npm run installer -- --check` has installed on this system.
export default defineConfig({
  testDir: '.',
  testMatch: '*.installed.ts',
  outputDir: join(output, 'installed'),
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
