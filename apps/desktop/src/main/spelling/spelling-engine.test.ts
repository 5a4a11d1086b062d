import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createSpellingEngine, decodeDictionary } from './spelling-engine.ts'

const { resolve } = createRequire(import.meta.url)
const wasm = readFileSync(resolve('hunspell-wasm/wasm/hunspell.wasm'))
const own = dirname(resolve('dictionary-en'))
const english = {
  affixes: readFileSync(join(own, 'index.aff'), 'utf8'),
  words: readFileSync(join(own, 'index.dic'), 'utf8'),
}
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')

it('finds what is misspelled in the dictionary that comes with the app, and what was meant', async () => {
  const engine = await createSpellingEngine([english], wasm)
  expect(engine.misspelled(['The', 'recieve', "don't", 'don’t', 'wizards', 'teh'])).toEqual([
    'recieve',
    'teh',
  ])
  expect(engine.suggestions('recieve')[0]).toBe('receive')
  expect(engine.suggestions('internationalizatoin')[0]).toBe('internationalization')
})

it('takes a word that one of several languages has, a compound too, and suggests from each in turn', async () => {
  const affixes = 'SET UTF-8\nTRY esianrtolcd\nCOMPOUNDFLAG z\n'
  const german = { affixes, words: '3\nHaus/z\nMaus/z\nmaus/z\n' }
  const engine = await createSpellingEngine([english, german], wasm)
  expect(engine.misspelled(['house', 'Haus', 'Hausmaus', 'Hauss'])).toEqual(['Hauss'])
  expect(engine.suggestions('Hauss').slice(0, 4)).toContain('Haus')
  expect((await createSpellingEngine([], wasm)).misspelled(['teh'])).toEqual([])
})

it('reads a dictionary in the encoding that it names, flags too, and none in one that nobody knows', async () => {
  const read = decodeDictionary(
    latin('SET ISO8859-1\nSFX ß Y 1\nSFX ß 0 n .\n'),
    latin('1\nGrüße/ß\n'),
  )
  if (!read) throw new Error('It was not read.')
  const engine = await createSpellingEngine([read], wasm)
  expect(engine.misspelled(['Grüße', 'Grüßen', 'Grüßs'])).toEqual(['Grüßs'])
  expect(decodeDictionary(latin('TRY abc\n'), latin('Grüße'))?.words).toBe('Grüße')
  expect(decodeDictionary(latin('SET KLINGON-7\n'), latin(''))).toBeNull()
})
