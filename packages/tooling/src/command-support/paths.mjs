import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/[\\/]$/, '')

/** Folder of the desktop application's package. */
export const desktop = join(root, 'apps/desktop')

/** Stamps, locks and reports: goes away with `node_modules`. */
export const workCache = join(root, 'node_modules/.cache/gatehouse')

/** Folder of large files that clones share: runtimes. */
export const userCache = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'gatehouse',
)

/**
 * Folder of a package as `from` sees it (a path relative to the repository).
 * @param {string} name
 * @param {string} [from]
 */
export function packageFolder(name, from = 'packages/tooling') {
  const require = createRequire(join(root, from, 'package.json'))
  const places = require.resolve.paths(name) ?? []
  const place = places.find((folder) => isPackage(require, join(folder, name)))
  if (place === undefined) throw new Error(`${name} is not installed for ${from}; run: npm start`)
  return join(place, name)
}

/**
 * @param {NodeJS.Require} require
 * @param {string} folder
 */
function isPackage(require, folder) {
  try {
    return require.resolve(join(folder, 'package.json')) !== ''
  } catch {
    return false
  }
}

/**
 * A package's command as `[node, script]`, so that no shell and no `.bin` shim is involved.
 * @param {string} name package
 * @param {string} [command] defaults to the package's name
 * @param {string} [from] which workspace package declares it
 * @returns {[string, string]}
 */
export function binOf(name, command = name, from = '.') {
  const folder = packageFolder(name, from)
  const bin = createRequire(join(folder, 'package.json'))('./package.json').bin
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[command])]
}
