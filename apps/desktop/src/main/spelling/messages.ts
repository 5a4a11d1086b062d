/** Files of a dictionary in Hunspell's form. */
export interface DictionaryFiles {
  language: string
  affixes: string
  words: string
  /** Another one once a file was changed. */
  version: string
}

/** To the process that has the dictionaries. */
export type SpellingRequest =
  | { kind: 'load'; dictionaries: DictionaryFiles[] }
  | { kind: 'check'; id: number; words: string[] }
  | { kind: 'suggest'; id: number; word: string }

export type SpellingResponse =
  /** Words that are in none of them; or what might be meant, the likeliest first. */
  | { kind: 'words'; id: number; words: string[] }
  /** A dictionary is read from now on: what ends the process until the next message is in its files. `null`: all were read. */
  | { kind: 'reading'; language: string | null }
  /** Its files are no dictionary; other dictionaries are used. */
  | { kind: 'broken'; language: string }
