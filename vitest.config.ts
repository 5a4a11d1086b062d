import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Packages without state of modules: their tests share what is loaded, which costs more than the tests do. */
const shared = ['contract', 'domain', 'host'].map((name) => `packages/${name}/src/**/*.test.ts`)

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [
            'packages/*/src/**/*.test.{ts,tsx,mjs}',
            'packages/mcp/checks/**/*.test.ts',
            'apps/desktop/src/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...shared],
        },
      },
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
