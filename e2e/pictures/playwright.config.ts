import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { output } from '../support/results.ts'

// `npm run pictures` writes the pictures of the README; with `--check` it compares them with the app.
export default defineConfig({
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: join(output, 'pictures'),
  snapshotPathTemplate: join(import.meta.dirname, '../../docs/screenshots/{arg}{ext}'),
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: {
    timeout: 20_000,
    // On one machine no pixel differs. On another, letters may be drawn a little differently.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixels: 100 },
  },
  reporter: 'list',
})
