import { log } from '../command-support/log.mjs'
import { startGroup } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'

/** True if a window can be shown to a person. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/**
 * Displays for windows of tests: virtual ones on Linux. Elsewhere there are none, and the windows are on the
 * person's own.
 * @returns their names, as `DISPLAY` takes them
 */
export async function startDisplays(count: number): Promise<string[]> {
  if (process.platform === 'linux')
    return Promise.all(Array.from({ length: count }, () => startVirtualDisplay()))
  log.notice('The windows of the tests are on your own display', [
    'One after another: leave keyboard and pointer alone until they are done.',
  ])
  return []
}

/**
 * Starts Xvfb on the first free display number.
 * @param size width x height x depth
 * @returns its name, as `DISPLAY` takes it; it ends with this command
 */
export async function startVirtualDisplay(size: string = '1440x900x24'): Promise<string> {
  const command = ['Xvfb', '-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']
  const child = startGroup(command, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr?.on('data', (chunk) => (complaints += chunk))
  const number = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const late = setTimeout(
      () => reject(new CommandError('Xvfb did not start within 15 s.')),
      15_000,
    )
    child.stdio[3]?.on('data', (chunk) => {
      printed += chunk
      if (!printed.includes('\n')) return
      clearTimeout(late)
      resolve(printed.trim())
    })
    child.once('error', (error) =>
      reject(new CommandError(`Xvfb could not be started: ${error.message}`)),
    )
    child.once('close', () => reject(new CommandError(`Xvfb ended at once: ${complaints.trim()}`)))
  })
  return `:${number}`
}
