import '../src/check-node.mjs'
import { buildApp } from '../src/build.mjs'
import { provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { packageApp, packagedExecutable } from '../src/package-app.mjs'
import { endAllOnSignals } from '../src/run.mjs'
import { info } from '../src/say.mjs'
import { runScript } from '../src/stop-here.mjs'
import { using } from '../src/uses.mjs'

const purpose = process.argv.includes('--drivable') ? 'drivable' : 'release'

endAllOnSignals()
await runScript(async () => {
  await installPackages()
  const electron = await provideElectron()
  await buildApp()
  await using(['build'], () => packageApp(electron, purpose))
  info(`The packaged application: ${packagedExecutable(purpose)}`)
  return 0
})
