/** Words that a person may have added, characters of one, and words of one request. */
export const SPELLING_LIMITS = { words: 2000, wordCharacters: 100, checkedAtOnce: 2000 } as const
