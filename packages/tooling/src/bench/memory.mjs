import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a process and of all below it, shared pages counted by their share (PSS).
 * @param {number} pid
 * @returns {number | undefined} MB; undefined where the system does not tell
 */
export function memoryBelow(pid) {
  if (process.platform !== 'linux') return undefined
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  )
  const isBelow = (/** @type {number | undefined} */ at) => {
    while (at !== undefined && at !== pid) at = parents.get(at)
    return at === pid
  }
  const sizes = [...parents.keys()].filter(isBelow).map(sizeOf)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** @param {string} name */
function parentOf(name) {
  const stat = textOf(`/proc/${name}/stat`)
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return parent > 0 ? parent : undefined
}

/** @param {number} pid */
function sizeOf(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** @param {string} file of a process that may be gone */
function textOf(file) {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
