/** Expresses a filter for the index, so that excluded entries are not even read. */
import type { SearchFilter } from '@gatehouse/domain/chats'
import type { Database } from '../file/database.ts'
import { MONTH, monthOf, type SearchValues } from './search-values.ts'

const quoted = (word: string): string => `"${word}"`

/**
 * Narrows an expression of words to a filter; `null` where nothing can fit. Of the days it lets through whole
 * months: the first and the last of them are compared by `entry_times`.
 */
export function filterWriter(
  database: Database,
  values: Pick<SearchValues, 'wanted'>,
): (words: string, filter: SearchFilter) => string | null {
  const monthsOf = monthReader(database)
  return (words, filter) => {
    const wanted = values.wanted(filter)
    if (wanted === null) return null
    const expression = [words, ...wanted.map(quoted)].join(' AND ')
    const { since, until } = filter
    if (since === undefined && until === undefined) return expression
    const first = since === undefined ? '' : monthOf(since)
    const last = until === undefined ? `${MONTH}~` : monthOf(until - 1)
    const months = monthsOf()
    const isWanted = (month: string): boolean => month >= first && month <= last
    const inside = months.filter(isWanted)
    if (inside.length === 0) return null
    const outside = months.filter((month) => !isWanted(month))
    // Of many years, the fewer months are named.
    return inside.length <= outside.length
      ? `${expression} AND (${inside.map(quoted).join(' OR ')})`
      : outside.length === 0
        ? expression
        : `(${expression}) NOT (${outside.map(quoted).join(' OR ')})`
  }
}

/** The months that entries are of, by the vocabulary of the index: one look for each. */
function monthReader(database: Database): () => string[] {
  database.execute(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.entry_vocabulary USING fts5vocab (main, entry_words, instance)',
  )
  const firstFrom = database.prepare(
    'SELECT term FROM temp.entry_vocabulary WHERE term >= ? LIMIT 1',
  )
  return () => {
    const months: string[] = []
    for (let from = MONTH; ;) {
      const [month] = firstFrom.rows(from).flat()
      if (typeof month !== 'string' || !month.startsWith(MONTH)) return months
      months.push(month)
      from = `${month}\u0001`
    }
  }
}
