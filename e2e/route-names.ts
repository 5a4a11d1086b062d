import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtApp } from './launch.ts'

/** The name of every route that the built app has, read from its bundle. */
export function readRouteNames(): string[] {
  const folder = join(builtApp(), 'out', 'main')
  const bundle = readdirSync(folder)
    .filter((file) => file.endsWith('.cjs'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const found = bundle.matchAll(/^\s*"([a-z]+\.[a-z-]+)": route\(/gm)
  return [...new Set([...found].flatMap((match) => match[1] ?? []))].toSorted()
}
