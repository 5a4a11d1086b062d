import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importSource } from '../import-source.mjs'
import { root } from '../paths.mjs'

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
  const areas = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'threat.ts')
  /** @type {Threat[]} */
  const found = []
  for (const name of areas.toSorted()) {
    const { threats } = await importSource(join(folder, name))
    if (!Array.isArray(threats)) throw new Error(`${name} exports no list "threats"`)
    found.push(...threats)
  }
  return found
}
