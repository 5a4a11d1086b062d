'use strict'
const { rmSync } = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const fromDesktop = createRequire(path.join(__dirname, '../../../apps/desktop/package.json'))

/** @typedef {{ appOutDir: string, packager: { platform: { name: string }, appInfo: { productFilename: string }, executableName: string } }} PackContext */

/**
 * Removes the stand-in runtime's launcher and sets the fuses of the packaged program.
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

/** @param {string} executable */
async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import(
    fromDesktop.resolve('@electron/fuses')
  )
  // Playwright drives the program through its inspector: only the build for tests leaves that on.
  const isDrivable = process.env.GATEHOUSE_DRIVABLE === '1'
  await flipFuses(executable, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: isDrivable,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.EnableCookieEncryption]: false,
  })
}
