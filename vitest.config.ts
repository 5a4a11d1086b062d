import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './packages/tooling/src/vitest-setup/longest-first.ts'

/** Projects that draw; their tests share a process and a document. */
const drawn = ['packages/ui/src/**/*.test.{ts,tsx}']
/** Tests that count the handles of their process, change its globals for good, or replace modules. */
const alone = [
  'apps/desktop/src/main/display-fidelity/*.test.ts',
  'apps/desktop/src/main/soak/*.test.ts',
  'packages/documents/src/*.test.ts',
  'packages/mcp/checks/sdk-gaps/*.test.ts',
  'packages/tooling/src/**/*.test.{mjs,ts}',
]
const all = [
  'packages/*/src/**/*.test.{ts,tsx,mjs}',
  'packages/mcp/checks/**/*.test.ts',
  'apps/desktop/src/**/*.test.ts',
]
/** The second are run by tests of the tools, some of them to fail. */
const exclude = ['**/node_modules/**', 'packages/tooling/src/*/fixtures/**']
/** Loading the modules of a file costs more than its tests do: files share a process, and leave nothing behind in it. */
const globalsUnchanged = './packages/tooling/src/vitest-setup/globals-unchanged.ts'
/** Tests of packages that own processes, timers and files: all must be disposed. */
const nothingAlive = './packages/base/src/nothing-alive.setup.ts'
const shared = { isolate: false, setupFiles: [globalsUnchanged, nothingAlive] }
const sharedDocument = {
  isolate: false,
  environment: 'happy-dom',
  setupFiles: [globalsUnchanged, './packages/ui/src/testing/share-document.setup.ts'],
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude } },
      { extends: true, test: { name: 'drawn', include: drawn, ...sharedDocument } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: all,
          exclude: [...exclude, ...alone, ...drawn],
          ...shared,
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // Real processes and servers start in tests; two cores are shared by several of them.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // They wait more than they work: one of them takes a third of a core.
    maxWorkers: availableParallelism() * 2,
    silent: 'passed-only',
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
