import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { output } from '../support/results.ts'

// Not tests: what they measure is printed by `pnpm bench`, beside what is wanted.
export default defineConfig({
  testDir: '.',
  testMatch: `${process.env['GATEHOUSE_BENCH'] ?? '*'}.bench.ts`,
  outputDir: join(output, 'bench'),
  workers: 1,
  retries: 0,
  timeout: 20 * 60_000,
  reporter: 'list',
})
