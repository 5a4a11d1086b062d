import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, workCache } from './paths.mjs'

const skipped = new Set([
  'node_modules',
  'dist',
  'out',
  '.tsc',
  '.cache',
  'test-results',
  'release',
])

/**
 * Files below the given paths, sorted; folders that hold results are left out.
 * @param {readonly string[]} paths relative to the repository; a missing one counts as empty
 * @param {(file: string) => boolean} [keep]
 * @returns {string[]} relative to the repository
 */
export function filesBelow(paths, keep = () => true) {
  /** @type {string[]} */
  const found = []
  /** @param {string} path */
  const visit = (path) => {
    if (!existsSync(path)) return
    if (!statSync(path).isDirectory()) {
      const file = relative(root, path)
      if (keep(file)) found.push(file)
      return
    }
    for (const name of readdirSync(path)) if (!skipped.has(name)) visit(join(path, name))
  }
  for (const path of paths) visit(join(root, path))
  return found.toSorted()
}

/**
 * One hash over names and contents of files, and over further facts.
 * @param {readonly string[]} files relative to the repository
 * @param {readonly string[]} [facts] such as versions
 */
export function fingerprint(files, facts = []) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(`${fact}\0`)
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** @param {string} name */
const stampFile = (name) => join(workCache, `${name}.stamp`)

/**
 * True if a step's last success had the same inputs.
 * @param {string} name
 * @param {string} current fingerprint
 */
export function isStamped(name, current) {
  const file = stampFile(name)
  return existsSync(file) && readFileSync(file, 'utf8') === current
}

/**
 * @param {string} name
 * @param {string} current fingerprint
 */
export function writeStamp(name, current) {
  mkdirSync(dirname(stampFile(name)), { recursive: true })
  writeFileSync(stampFile(name), current)
}

/** @param {string} name */
export function dropStamp(name) {
  rmSync(stampFile(name), { force: true })
}
