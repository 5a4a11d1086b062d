import { locales } from '../lib/words/locale.ts'
import { loadTranslations } from '../lib/words/words.ts'

/** For tests: the words of every language are there. */
await Promise.all(locales.map(loadTranslations))
