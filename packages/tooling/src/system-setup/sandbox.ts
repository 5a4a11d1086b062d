import { log } from '../command-support/log.mjs'

/** Returns true for root on Linux, where Chromium refuses to start with its sandbox. */
export const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Only scripts decide about the sandbox; the application never passes the flag. */
export function sandboxArguments(): string[] {
  if (!isRoot) return []
  log.notice('You are root: the window runs WITHOUT the browser sandbox', [
    'Chromium refuses its sandbox as root, so this script adds --no-sandbox.',
    'A flaw in the window that a hostile page or message reaches would then act as root.',
    'Use an ordinary user for anything but a try.',
  ])
  return ['--no-sandbox']
}

/**
 * For systems that forbid ordinary users the namespaces which the sandbox is made of.
 * @param dist Electron's folder
 */
export function sandboxAdvice(dist: string) {
  const helper = `'${dist}/chrome-sandbox'`
  return `This system lets the window have no sandbox as it is; let Chromium's helper make one and start again:\n  sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
}
