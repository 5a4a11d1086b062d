import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { parseJsonObject } from './parse-json.ts'
import { RELEASE_ELECTRON_MAJOR } from './release-runtime.ts'

it('calls the pinned Electron a fallback, or the fallback the pinned one', () => {
  const file = createRequire(import.meta.url).resolve('electron/package.json')
  const manifest = parseJsonObject(readFileSync(file, 'utf8'))
  expect(Number.parseInt(String(manifest?.['version']), 10)).toBe(RELEASE_ELECTRON_MAJOR)
})
