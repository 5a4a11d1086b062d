import { spawn, type ChildProcess } from 'node:child_process'

const LOOK_MS = 250
/**
 * Looks whether the process is still there, and ends it after so many looks. POSIX's `sleep` takes whole seconds;
 * without any, nothing is ended.
 */
const SCRIPT = `
left=$2
while [ "$left" -gt 0 ]; do
  sleep 0.25 2>/dev/null || sleep 1 || exit 0
  kill -0 "$1" 2>/dev/null || exit 0
  left=$((left - 1))
done
kill -9 "$1"
`

/**
 * Kills a process that has not exited after `limitMs`, as the last step of quitting. The runtime runs pending
 * finalizers while no script may run, and they can loop forever (V8's `FinalizationRegistry`): the process then
 * holds a processor and the app cannot start again. No code of the process can run then, so another process does
 * it. It looks for the process by its id, not at a pipe: the runtime closes pipes first.
 *
 * @returns The watching process; `undefined` on Windows, which has no shell for it.
 * @returns The process that watches; `undefined` on Windows, which has no shell for it.
 */
export function startExitWatchdog(pid: number, limitMs: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const looks = Math.ceil(limitMs / LOOK_MS)
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'leave-guard', `${pid}`, `${looks}`], {
    stdio: 'ignore',
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  })
  // Without it the app leaves as it always did.
  watcher.on('error', () => undefined)
  watcher.unref()
  return watcher
}
