import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { output } from '../support/results.ts'

// The attack runs once; what it measured is then held against each limit by a test of its own.
export default defineConfig({
  testDir: '.',
  outputDir: join(output, 'attack-tests'),
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'run', testMatch: 'run.fuzz.ts' },
    { name: 'limits', testMatch: 'limits.fuzz.ts', dependencies: ['run'] },
  ],
})
