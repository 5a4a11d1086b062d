/** Expresses a word of a search for the index, so that the latest entries are found without finding all. */
import type { SearchTerm } from '@gatehouse/domain'
import type { Database } from '../file/database.ts'

/** Words with the same beginning that are asked for one by one; more are left to FTS5. */
const MAX_WORDS = 16
/** Characters of a beginning that the index of beginnings has by itself (`prefix` of `entry_words`). */
const INDEXED_BEGINNING = 3
/** Words in which the tokenizer changes nothing but the case. */
const PLAIN = /^[a-z0-9]+$/i

/**
 * Writes terms as parts of an expression of FTS5, to be joined by AND.
 *
 * For a beginning FTS5 reads every place of every word that has it before it gives the first: tens of milliseconds
 * for one word of many messages. Where only few words have it they are asked for themselves, which is read from
 * the latest on and only as far as is wanted.
 */
export function expressionWriter(database: Database): (term: SearchTerm) => string {
  const wordsWith = vocabularyReader(database)
  // Quoted: nothing that was typed is a word of the query language.
  return (term) => {
    if (term.kind === 'row') return `"${term.characters.join(' ')}"`
    const { text } = term
    const words =
      text.length > INDEXED_BEGINNING && PLAIN.test(text)
        ? wordsWith(text.toLowerCase(), MAX_WORDS)
        : null
    if (words === null || words.length === 0) return `"${text}"*`
    return `(${words.map((word) => `"${word}"`).join(' OR ')})`
  }
}

/** Reads the words of the index that have a beginning; `null` for more than `most`. */
export function vocabularyReader(
  database: Database,
): (beginning: string, most: number) => string[] | null {
  // Of this connection, and in no file. `instance`: the only kind that gives a word without counting its places.
  database.execute(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.entry_vocabulary USING fts5vocab (main, entry_words, instance)',
  )
  const firstFrom = database.prepare(
    'SELECT term FROM temp.entry_vocabulary WHERE term >= ? LIMIT 1',
  )
  return (beginning, most) => {
    const words: string[] = []
    for (let from = beginning; ;) {
      const [word] = firstFrom.rows(from).flat()
      if (typeof word !== 'string' || !word.startsWith(beginning)) return words
      if (words.length === most) return null
      words.push(word)
      // The least that comes after it: to ask for what is greater would read all of its places.
      from = `${word}\u0001`
    }
  }
}
