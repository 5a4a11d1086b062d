'use strict'
const { rmSync } = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const fromDesktop = createRequire(path.join(__dirname, '../../../apps/desktop/package.json'))

/** @typedef {{ appOutDir: string, packager: { platform: { name: string }, appInfo: { productFilename: string }, executableName: string } }} PackContext */

/**
 * Removes the stand-in runtime's default app and sets the fuses of the packaged program.
 * @param {PackContext} context
 */
exports.default = async function afterPack(context) {
  const { platform } = context.packager
  const resources =
    platform.name === 'mac'
      ? path.join(
          context.appOutDir,
          `${context.packager.appInfo.productFilename}.app/Contents/Resources`,
        )
      : path.join(context.appOutDir, 'resources')
  rmSync(path.join(resources, 'default_app.asar'), { force: true })
  await setFuses(executableOf(context))
}

/** @param {PackContext} context */
function executableOf({ appOutDir, packager }) {
  const name = packager.appInfo.productFilename
  if (packager.platform.name === 'mac') return path.join(appOutDir, `${name}.app`)
  if (packager.platform.name === 'windows') return path.join(appOutDir, `${name}.exe`)
  return path.join(appOutDir, packager.executableName)
}

/**
 * Sets every fuse that this Electron has, and reads them back from the file.
 * @param {string} executable
 */
async function setFuses(executable) {
  const { flipFuses, getCurrentFuseWire, FuseState, FuseV1Options, FuseVersion } = await import(
    fromDesktop.resolve('@electron/fuses')
  )
  // Playwright drives the program through its inspector: only the build for tests leaves that on.
  const isDrivable = process.env.GATEHOUSE_DRIVABLE === '1'
  /** @type {Record<string, boolean>} */
  const wanted = {
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: isDrivable,
    // Obeyed on macOS and Windows; Electron for Linux has no such check.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    // V8's own default: checks the bounds of WebAssembly's memory by signals.
    [FuseV1Options.WasmTrapHandlers]: true,
  }
  const before = await getCurrentFuseWire(executable)
  // An older Electron, which only stands in for the pinned one, does not know the last two.
  const known = Object.fromEntries(Object.entries(wanted).filter(([fuse]) => fuse in before))
  await flipFuses(executable, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    // A fuse that a newer Electron adds has to be decided here before it can be packaged.
    strictlyRequireAllFuses: true,
    ...known,
  })
  const after = await getCurrentFuseWire(executable)
  const wrong = Object.entries(known)
    .filter(([fuse, on]) => after[fuse] !== (on ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([fuse]) => FuseV1Options[fuse])
  if (wrong.length > 0) throw new Error(`These fuses are not as they were set: ${wrong.join(', ')}`)
}
