/** Milliseconds after which a call is taken to wait for a person. An ordinary one takes about 5. */
const WAITING_MS = 250

/**
 * From now until the result is called: an exit of the process ends it at once. A thread that waits
 * for a keychain's password can neither be stopped nor left, and would hold the process till then.
 */
export function killAtExit(): () => void {
  const begin = performance.now()
  const end = (): void => {
    if (performance.now() - begin > WAITING_MS) process.kill(process.pid, 'SIGKILL')
  }
  process.on('exit', end)
  return () => process.off('exit', end)
}
