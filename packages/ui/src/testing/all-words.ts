import { locales } from '../lib/locale.ts'
import { loadTranslations } from '../lib/words.ts'

/** For tests: the words of every language are there. */
await Promise.all(locales.map(loadTranslations))
