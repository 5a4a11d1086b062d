#!/usr/bin/env node
/**
 * Stand-in for fpm, the helper that electron-builder downloads to write a .deb. It takes the arguments that
 * electron-builder gives fpm, and writes the same package with `dpkg-deb`. An argument that it does not know is
 * an error.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

/**
 * Name of `dpkg-deb -Z` for one of fpm.
 * @type {Map<string, string>}
 */
const compressions = new Map([
  ['gz', 'gzip'],
  ['xz', 'xz'],
])

const text = /** @type {const} */ ({ type: 'string', default: '' })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    force: { type: 'boolean' },
    d: { type: 'string', short: 'd', multiple: true, default: [] },
    'deb-recommends': { type: 'string', multiple: true, default: [] },
    'deb-compression': { type: 'string', default: 'xz' },
    'deb-priority': { type: 'string', default: 'optional' },
    category: { type: 'string', default: 'default' },
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
  },
})
if (values.s !== 'dir' || values.t !== 'deb') throw new Error('It makes a .deb of folders alone.')

const tree = mkdtempSync(join(tmpdir(), 'gatehouse-deb-'))
try {
  for (const entry of positionals) copyEntry(entry)
  writeChangelog()
  // Files of the package are root's; others may read them, whatever umask they were made with.
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', tree])
  writeControl(join(tree, 'DEBIAN'))
  mkdirSync(dirname(values.package), { recursive: true })
  const compression = compressions.get(values['deb-compression'])
  if (compression === undefined)
    throw new Error(`It cannot compress by ${values['deb-compression']}.`)
  // Nobody downloads a package that is to be compressed by gzip: it is for tests.
  const level = compression === 'gzip' ? ['-z1'] : []
  const build = [
    '--root-owner-group',
    `-Z${compression}`,
    ...level,
    '--build',
    tree,
    values.package,
  ]
  execFileSync('dpkg-deb', build, { stdio: 'inherit' })
} finally {
  rmSync(tree, { recursive: true, force: true })
}

/**
 * Copies `source=target`: a file under its new name, or what a folder holds.
 * @param {string} entry
 */
function copyEntry(entry) {
  const [source = '', target] = entry.split('=')
  if (target === undefined) throw new Error(`Where should ${entry} go? Expected source=target.`)
  const file = join(tree, target)
  mkdirSync(dirname(file), { recursive: true })
  cpSync(source, file, { recursive: true, verbatimSymlinks: true })
}

/** Debian wants one in every package; fpm writes the same. */
function writeChangelog() {
  const lines = [
    `${values.name} (${values.version}) unstable; urgency=medium`,
    '  * Package created with electron-builder.',
    ` -- ${values.maintainer}  Thu, 01 Jan 1970 00:00:00 +0000`,
  ]
  const folder = join(tree, 'usr/share/doc', values.name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'changelog.gz'), gzipSync(`${lines.join('\n\n')}\n`, { level: 9 }))
}

/** @param {string} folder */
function writeControl(folder) {
  const files = filesBelow(tree)
  const bytes = files.reduce((sum, file) => sum + lstatSync(file).size, 0)
  const sums = files.map((file) => {
    const sum = createHash('md5').update(readFileSync(file)).digest('hex')
    return `${sum}  ${relative(tree, file)}\n`
  })
  mkdirSync(folder, { mode: 0o755 })
  writeFileSync(join(folder, 'control'), controlOf(Math.ceil(bytes / 1024)), { mode: 0o644 })
  writeFileSync(join(folder, 'md5sums'), sums.join(''), { mode: 0o644 })
  for (const [script, name] of /** @type {const} */ ([
    [values['after-install'], 'postinst'],
    [values['after-remove'], 'postrm'],
  ])) {
    if (script !== '') writeFileSync(join(folder, name), readFileSync(script), { mode: 0o755 })
  }
}

/** @param {number} kilobytes */
function controlOf(kilobytes) {
  const [synopsis = '', ...more] = values.description.split('\n')
  const fields = {
    Package: values.name,
    Version: values.version,
    License: values.license,
    Vendor: values.vendor,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    'Installed-Size': String(kilobytes),
    Depends: values.d.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [synopsis, ...more.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== '')
  return lines.map(([name, value]) => `${name}: ${value}\n`).join('')
}

/**
 * @param {string} folder
 * @returns {string[]} files and no links, sorted
 */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
