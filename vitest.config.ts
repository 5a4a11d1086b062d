import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx,mjs}',
      'packages/mcp/checks/**/*.test.ts',
      'apps/desktop/src/**/*.test.ts',
    ],
    // Real processes and servers start in tests; two cores are shared by several of them.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // They wait more than they work: one for each core and one more keeps a small machine busy.
    maxWorkers: availableParallelism() + 1,
    silent: 'passed-only',
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
