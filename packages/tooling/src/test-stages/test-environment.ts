import { electronEnvironment } from '../electron/provide-electron.ts'
import { packagedExecutable } from '../build-and-start/package-app.ts'
import { desktop } from '../command-support/paths.mjs'
import { isRoot } from '../system-setup/sandbox.ts'
import { log } from '../command-support/log.mjs'
import type { Electron } from '../electron/provide-electron.ts'
import type { TestRun } from '../test-run.ts'

/** Engines on this machine are no part of a test: each is looked for where no one listens. */
const noLocalEngines = [
  'ollama',
  'lm-studio',
  'llama-server',
  'jan',
  'gpt4all',
  'vllm',
  'koboldcpp',
]
  .map((engine) => `${engine}=9`)
  .join(',')

/**
 * Environment of the runners of tests in a real window.
 * @param displays one for each worker: a window needs the keyboard to be consented in
 */
export function testEnvironment(
  electron: Electron,
  displays: readonly string[],
  run: TestRun,
): NodeJS.ProcessEnv {
  if (isRoot) {
    log.notice('You are root: the tests run the window without the browser sandbox', [
      'Those named "sandbox" run it as an ordinary user with the sandbox on.',
    ])
  }
  return {
    ...run.env,
    ...electronEnvironment(electron),
    GATEHOUSE_ELECTRON: electron.executable,
    GATEHOUSE_APP: desktop,
    GATEHOUSE_LOCAL_PORTS: noLocalEngines,
    GATEHOUSE_PACKAGED_APP: packagedExecutable('drivable'),
    GATEHOUSE_SEALED_APP: packagedExecutable('sealed'),
    GATEHOUSE_NO_SANDBOX: isRoot ? '1' : undefined,
    DISPLAY: displays[0],
    GATEHOUSE_DISPLAYS: displays.join(' '),
    WAYLAND_DISPLAY: undefined,
    FORCE_COLOR: process.stdout.isTTY ? '1' : undefined,
  }
}
