import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import {
  createSpellingEngine,
  decodeDictionary,
  type DictionaryText,
  type SpellingEngine,
} from './spelling-engine.ts'

const { resolve } = createRequire(import.meta.url)
const wasm = readFileSync(resolve('hunspell-wasm/wasm/hunspell.wasm'))
const own = dirname(resolve('dictionary-en'))
const english = {
  affixes: readFileSync(join(own, 'index.aff'), 'utf8'),
  words: readFileSync(join(own, 'index.dic'), 'utf8'),
}
/** An engine that uses all of these. */
async function engineOf(...dictionaries: DictionaryText[]): Promise<SpellingEngine> {
  const engine = await createSpellingEngine(wasm)
  for (const dictionary of dictionaries) expect(engine.add(dictionary)).toBe(true)
  return engine
}

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')

it('finds what is misspelled in the dictionary that comes with the app, and what was meant', async () => {
  const engine = await engineOf(english)
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
  const engine = await engineOf(english, german)
  expect(engine.misspelled(['house', 'Haus', 'Hausmaus', 'Hauss'])).toEqual(['Hauss'])
  expect(engine.suggestions('Hauss').slice(0, 4)).toContain('Haus')
  expect((await engineOf()).misspelled(['teh'])).toEqual([])
})

it('reads a dictionary in the encoding that it names, flags too, and none in one that nobody knows', async () => {
  const read = decodeDictionary(
    latin('SET ISO8859-1\nSFX ß Y 1\nSFX ß 0 n .\n'),
    latin('1\nGrüße/ß\n'),
  )
  if (!read) throw new Error('It was not read.')
  const engine = await engineOf(read)
  expect(engine.misspelled(['Grüße', 'Grüßen', 'Grüßs'])).toEqual(['Grüßs'])
  expect(decodeDictionary(latin('TRY abc\n'), latin('Grüße'))?.words).toBe('Grüße')
  expect(decodeDictionary(latin('SET KLINGON-7\n'), latin(''))).toBeNull()
})

it.each([
  ['is empty', '', ''],
  ['is a page of a web server', '<html>', '<html>not found</html>'],
  ['has no number of words', 'SET UTF-8\n', 'hello\nhouse\n'],
  ['is binary', '\0\0\0', '\0\0\0'],
  ['has a number and no words', 'SET UTF-8\n', '12\n'],
])(
  'takes no file for a dictionary that %s, and marks no word by it',
  async (_name, affixes, words) => {
    const engine = await createSpellingEngine(wasm)
    expect(engine.add({ affixes, words })).toBe(false)
    expect(engine.misspelled(['hello'])).toEqual([])
    expect(engine.add(english)).toBe(true)
    expect(engine.misspelled(['hello', 'recieve'])).toEqual(['recieve'])
  },
)
