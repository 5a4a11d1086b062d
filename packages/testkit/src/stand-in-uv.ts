import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../bin/stand-in-uv.py', import.meta.url))

/**
 * Makes a program `uv` in `folder`, which takes the command lines of uv that the app uses and refuses all others. It
 * resolves with `index`, offline otherwise.
 */
export function standInUv(folder: string, index: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'uv')
  writeFileSync(file, `#!/bin/sh\nSTAND_IN_INDEX='${index}' exec python3 '${SCRIPT}' "$@"\n`)
  chmodSync(file, 0o755)
}
