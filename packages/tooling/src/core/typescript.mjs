/** Whether Node has been told how to load TypeScript. */
let isRegistered = false

/**
 * Lets this process import TypeScript. Node 22.18 and newer strips types by itself, unless it was told not to; else
 * tsx does it. Called after packages are installed, before the first import of a `.ts` file.
 */
export async function registerTypeScript() {
  /** @type {Record<string, unknown>} */
  const features = { ...process.features }
  if (isRegistered || Boolean(features['typescript'])) return
  const { register } = await import('tsx/esm/api')
  register()
  isRegistered = true
}
