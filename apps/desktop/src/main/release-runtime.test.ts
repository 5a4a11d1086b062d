import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { objectOfJson } from '@gatehouse/domain/json'
import { RELEASE_ELECTRON_MAJOR } from './release-runtime.ts'

it('distinguishes the pinned Electron from the fallback', () => {
  const file = createRequire(import.meta.url).resolve('electron/package.json')
  const version = objectOfJson(readFileSync(file, 'utf8'))?.['version']
  expect(Number.parseInt(typeof version === 'string' ? version : '', 10)).toBe(
    RELEASE_ELECTRON_MAJOR,
  )
})
