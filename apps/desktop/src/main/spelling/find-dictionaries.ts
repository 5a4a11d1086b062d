import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DictionaryFiles } from './messages.ts'

/** Where Linux distributions put dictionaries in Hunspell's form. */
export const SYSTEM_FOLDERS = [
  '/usr/share/hunspell',
  '/usr/share/myspell',
  '/usr/share/myspell/dicts',
]

/** A larger one would take its process minutes to read. */
const MAX_BYTES = 12_000_000

const NAME = /^([a-z]{2,3})(?:[_-]([A-Z]{2}))?\.dic$/

/** One for each language that the folders have; the first that is found counts. */
export function findDictionaries(folders: readonly string[]): DictionaryFiles[] {
  const found = new Map<string, DictionaryFiles>()
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const [, code, region] = NAME.exec(name) ?? []
      if (code === undefined) continue
      const language = region === undefined ? code : `${code}-${region}`
      const words = join(folder, name)
      const affixes = join(folder, `${name.slice(0, -'.dic'.length)}.aff`)
      if (found.has(language) || !isLatin(language)) continue
      const versions = [versionOf(words), versionOf(affixes)]
      if (!versions.includes(null))
        found.set(language, { language, affixes, words, version: versions.join(' ') })
    }
  return [...found.values()]
}

/**
 * Returns the dictionaries for the languages of the system: for each language the one of the exact region, else the
 * nearest. Chinese has no spelling, and most Latin words in it are English.
 */
export function languagesOf(locales: readonly string[], known: readonly string[]): string[] {
  const chosen = locales.flatMap((locale) => {
    const { language, region } = likely(locale.startsWith('zh') ? 'en' : locale)
    // Most regions write English more like the British than like the Americans.
    const near = language === 'en' && region !== 'US' ? ['en-GB'] : []
    const wanted = [
      `${language}-${region}`,
      language,
      ...near,
      `${language}-${likely(language).region}`,
    ]
    return (
      wanted.find((one) => known.includes(one)) ??
      known.find((one) => one.startsWith(`${language}-`)) ??
      []
    )
  })
  return [...new Set(chosen)]
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** `null`: it cannot be read. */
function versionOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_BYTES
    ? `${found.size} ${found.mtimeMs}`
    : null
}

/** The browser cuts text into words by one script, and reports those alone. */
const isLatin = (language: string): boolean => likely(language).script === 'Latn'

/** With the region and the script that a language has most often, where its tag names none. */
function likely(tag: string): { language: string; region: string; script: string } {
  try {
    const { language = '', region = '', script = '' } = new Intl.Locale(tag).maximize()
    return { language, region, script }
  } catch {
    return { language: '', region: '', script: '' }
  }
}
