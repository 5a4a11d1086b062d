import { endGroup, startGroup } from '../core/run.mjs'
import { CommandError } from '../core/command-error.mjs'

/** Whether a window can be shown to a person. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

export type VirtualDisplay = { display: string; close: () => Promise<void> }

/**
 * Starts Xvfb on the first free display number.
 * @param size width x height x depth
 */
export async function startVirtualDisplay(size: string = '1440x900x24'): Promise<VirtualDisplay> {
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
  return { display: `:${number}`, close: () => endGroup(child, 3000) }
}
