import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDictionaries, languagesOf } from './find-dictionaries.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-dictionaries-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(folder: string, ...names: string[]): string {
  const path = join(root, folder)
  mkdirSync(path, { recursive: true })
  for (const name of names) writeFileSync(join(path, name), '')
  return path
}

const found = (...folders: string[]) => findDictionaries(folders).map(({ language }) => language)

it('lists each language once that has both files, from the first folder with it', () => {
  const first = put('a', 'de_DE.dic', 'de_DE.aff', 'fr.dic', 'fr.aff', 'it_IT.dic', 'en_US.dic')
  const second = put('b', 'de_DE.dic', 'de_DE.aff')
  writeFileSync(join(first, 'en_US.aff'), '')
  symlinkSync(join(first, 'de_DE.dic'), join(first, 'de_AT.dic'))
  symlinkSync(join(first, 'de_DE.aff'), join(first, 'de_AT.aff'))
  expect(found()).toEqual([])
  expect(found(join(root, 'none'), first, second)).toEqual(['de-AT', 'de-DE', 'en-US', 'fr'])
  expect(findDictionaries([first, second])[1]?.words).toBe(join(first, 'de_DE.dic'))
})

/** @threat confinement.broken-dictionary */
it('lists no language of another script, no folder, no hyphenation and no large file', () => {
  const folder = put('a', 'ru_RU.dic', 'ru_RU.aff', 'hyph_de_DE.dic', 'hyph_de_DE.aff', 'pl.aff')
  mkdirSync(join(folder, 'pl.dic'))
  writeFileSync(join(folder, 'cs.aff'), '')
  writeFileSync(join(folder, 'cs.dic'), Buffer.alloc(12_000_001))
  expect(found(folder)).toEqual([])
})

it('chooses for the languages of the system, the very region first, and English for the Latin words of Chinese', () => {
  const known = ['en-GB', 'en-US', 'de-AT', 'de-DE', 'fr']
  expect(languagesOf(['de-AT', 'en-GB', 'de'], known)).toEqual(['de-AT', 'en-GB', 'de-DE'])
  expect(languagesOf(['de-CH', 'fr-CA'], known)).toEqual(['de-DE', 'fr'])
  expect(languagesOf(['zh-Hans-CN'], known)).toEqual(['en-US'])
  expect(languagesOf(['en', 'en-AU'], known)).toEqual(['en-US', 'en-GB'])
  expect(languagesOf(['de-CH'], ['de-AT'])).toEqual(['de-AT'])
  expect(languagesOf(['nl-NL', 'no such tag', ''], known)).toEqual([])
})

it('tells a dictionary apart from the one that its files were before', () => {
  const folder = put('a', 'de.dic', 'de.aff')
  const version = () => findDictionaries([folder])[0]?.version
  const before = version()
  expect(version()).toBe(before)
  writeFileSync(join(folder, 'de.aff'), 'SET UTF-8')
  expect(version()).not.toBe(before)
})
