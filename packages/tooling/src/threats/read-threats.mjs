import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder, root } from '../paths.mjs'

/** Attackers in the order of the page, as a heading names them. */
export const attackers = Object.freeze({
  server: 'A hostile server',
  model: 'A hostile model or provider',
  configuration: 'A configuration that was handed over',
  file: 'A file or picture',
  page: 'A compromised window',
  program: 'Another program on this computer',
  'command line': 'Whoever starts the application',
})

/**
 * One attack as `e2e/threats/threat.ts` describes it.
 * @typedef {object} Threat
 * @property {string} id
 * @property {keyof typeof attackers} attacker
 * @property {string} tries
 * @property {string} stoppedBy
 * @property {{ file: string, title: string }[]} tests
 * @property {string} [remains]
 */

/** Where each area of the application lists its threats in a file of its own. */
const threatsFolder = join(root, 'e2e/threats')

/**
 * The threats of every area.
 * @param {string} [folder]
 * @returns {Promise<Threat[]>}
 */
export async function readThreats(folder = threatsFolder) {
  const vite = join(packageFolder('vite', 'apps/desktop'), 'dist/node/index.js')
  /** @type {{ runnerImport: (file: string, options: object) => Promise<{ module: { threats?: unknown } }> }} */
  const { runnerImport } = await import(pathToFileURL(vite).href)
  const areas = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'threat.ts')
  /** @type {Threat[]} */
  const found = []
  for (const name of areas.toSorted()) {
    const options = { configFile: false, root, logLevel: 'error' }
    const { module } = await runnerImport(join(folder, name), options)
    const { threats } = module
    if (!Array.isArray(threats)) throw new Error(`${name} exports no list "threats"`)
    found.push(...threats)
  }
  return found
}
