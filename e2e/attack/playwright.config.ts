import { defineConfig } from '@playwright/test'

// The attack runs once; what it measured is then held against each limit by a test of its own.
export default defineConfig({
  testDir: '.',
  outputDir: '../out/attack-tests',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'run', testMatch: 'run.attack.ts' },
    { name: 'limits', testMatch: 'limits.attack.ts', dependencies: ['run'] },
  ],
})
