import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a process and of all below it, shared pages counted by their share (PSS).
 * @returns MB; undefined where the system does not report it
 */
export function memoryBelow(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  )
  const isBelow = (at: number | undefined) => {
    while (at !== undefined && at !== pid) at = parents.get(at)
    return at === pid
  }
  const sizes = [...parents.keys()].filter(isBelow).map(sizeOf)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

function parentOf(name: string) {
  const stat = textOf(`/proc/${name}/stat`)
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return parent > 0 ? parent : undefined
}

function sizeOf(pid: number) {
  return Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** @param file of a process that may be gone */
function textOf(file: string) {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
