import { defineConfig } from '@playwright/test'
import { output } from './support/results.ts'

// A report as JSON comes from the command line of the test script, which also names its file.
export default defineConfig({
  testDir: '.',
  // Tests that only say something on a network of their own are started by the others, inside of one.
  testMatch: process.env['GATEHOUSE_ISOLATED'] === '1' ? '**/*.isolated.ts' : '**/*.spec.ts',
  outputDir: output,
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Long, as a busy machine needs three times as long; what must be quick is measured by its test.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
