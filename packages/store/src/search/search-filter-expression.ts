/** Expresses a filter for the index, so that excluded entries are not even read. */
import type { SearchFilter } from '@gatehouse/domain/chats'
import type { Database } from '../file/database.ts'
import { vocabularyReader } from './search-expression.ts'
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
  const wordsWith = vocabularyReader(database)
  return (words, filter) => {
    const wanted = values.wanted(filter)
    if (wanted === null) return null
    const expression = [words, ...wanted.map(quoted)].join(' AND ')
    const { since, until } = filter
    if (since === undefined && until === undefined) return expression
    const first = since === undefined ? '' : monthOf(since)
    const last = until === undefined ? `${MONTH}~` : monthOf(until - 1)
    const months = wordsWith(MONTH, Number.POSITIVE_INFINITY) ?? []
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
