/** True once Node is set up to load TypeScript. */
let isRegistered = false

/**
 * Lets this process import TypeScript. Node 22.18 and newer strips types by itself, unless that is switched off; else
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
