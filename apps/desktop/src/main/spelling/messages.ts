/** Files of a dictionary in Hunspell's form. */
export interface DictionaryFiles {
  language: string
  affixes: string
  words: string
}

/** To the process that has the dictionaries. */
export type SpellingRequest =
  | { kind: 'load'; dictionaries: DictionaryFiles[] }
  | { kind: 'check'; id: number; words: string[] }
  | { kind: 'suggest'; id: number; word: string }

/** Words that are in none of them; or what might be meant, the likeliest first. */
export interface SpellingResponse {
  id: number
  words: string[]
}
