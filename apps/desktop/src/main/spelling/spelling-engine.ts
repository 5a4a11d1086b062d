import { Hunspell } from 'hunspell-wasm'
import startHunspell from 'hunspell-wasm/wasm/hunspell.js'

/** A dictionary in Hunspell's form, as text. */
export interface DictionaryText {
  affixes: string
  words: string
}

export interface SpellingEngine {
  /** Uses one more dictionary; `false` where its files are none. */
  add(dictionary: DictionaryText): boolean
  /** Those that are in none of the dictionaries. */
  misspelled(words: readonly string[]): string[]
  suggestions(word: string): string[]
}

const MAX_SUGGESTIONS = 5
/**
 * Number of words at the beginning of a dictionary of which it must know one: Hunspell takes any file for an empty
 * dictionary.
 */
const PROBED = 500

/** Without a dictionary. */
export async function createSpellingEngine(wasmBinary: Uint8Array): Promise<SpellingEngine> {
  const start = startHunspell as (options: { wasmBinary: Uint8Array }) => Promise<unknown>
  const module = await start({ wasmBinary })
  const spellers: Hunspell[] = []
  return {
    add({ affixes, words }) {
      const probed = firstWords(words)
      const speller = new Hunspell(module, affixes, words)
      const isUsable = probed.some((word) => speller.testSpelling(word))
      if (isUsable) spellers.push(speller)
      else speller.dispose()
      return isUsable
    },
    misspelled: (words) =>
      spellers.length === 0
        ? []
        : words.filter((word) => !spellers.some((speller) => speller.testSpelling(word))),
    suggestions(word) {
      const lists = spellers.map((speller) => speller.getSpellingSuggestions(word))
      const longest = Math.max(0, ...lists.map(({ length }) => length))
      const ranks = Array.from({ length: longest }, (_, at) =>
        lists.flatMap((one) => one[at] ?? []),
      )
      return [...new Set(ranks.flat())].slice(0, MAX_SUGGESTIONS)
    },
  }
}

/** Words behind the first line, which is how many there are. */
function firstWords(text: string): string[] {
  const [, ...lines] = text.slice(0, 40 * PROBED).split('\n', PROBED)
  return lines.map((line) => line.split(/[/\s]/, 1)[0] ?? '').filter((word) => word !== '')
}

/** The text of a dictionary in the encoding that its affix file names; `null` for one that is unknown here. */
export function decodeDictionary(affixes: Uint8Array, words: Uint8Array): DictionaryText | null {
  const named = /^SET\s+(\S+)/m.exec(new TextDecoder('latin1').decode(affixes))?.[1] ?? 'ISO8859-1'
  const label = named
    .toLowerCase()
    .replace(/^iso8859/, 'iso-8859')
    .replace(/^microsoft-cp/, 'windows-')
  try {
    const decoder = new TextDecoder(label)
    const text = decoder.decode(affixes)
    return { affixes: asUnicode(text, decoder.encoding), words: decoder.decode(words) }
  } catch {
    return null
  }
}

/** Says of an affix file that it is UTF-8 now; a flag that was one byte is one character then. */
function asUnicode(affixes: string, encoding: string): string {
  if (encoding === 'utf-8') return affixes
  const flags = /^FLAG\s/m.test(affixes) ? '' : 'FLAG UTF-8\n'
  return `SET UTF-8\n${flags}${affixes.replace(/^SET\s.*$/m, '')}`
}
