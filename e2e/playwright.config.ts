import { defineConfig } from '@playwright/test'
import { output } from './support/results.ts'

// As many tests at once as there are displays: two apps on one take the keyboard from each other.
const displays = process.env['GATEHOUSE_DISPLAYS']?.split(' ') ?? []

// A report as JSON comes from the command line of the test script, which also names its file.
export default defineConfig({
  testDir: '.',
  // Tests that only say something on a network of their own are started by the others, inside of one.
  // In a browser of its own, with a configuration of its own.
  testIgnore: /\/e2e\/browser\//,
  testMatch: process.env['GATEHOUSE_ISOLATED'] === '1' ? '**/*.isolated.ts' : '**/*.spec.ts',
  outputDir: output,
  workers: displays.length || 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Long, as a busy machine needs three times as long; what must be quick is measured by its test.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
