/*
 * Words of the interface. A feature adds its own namespace in four lines:
 *   1. locales/en/<feature>.ts      export const servers = { title: 'Servers', tools_one: '…', tools_other: '…' }
 *   2. locales/zh-CN/<feature>.ts   export const servers = { … } satisfies TranslationOf<typeof english>
 *   3. locales/en/index.ts and locales/zh-CN/index.ts: name it there; in `LaterWords` if the first screen does not need it.
 *   4. const t = useT('servers'); t('tools', { count: 3 })
 * A key missing in Chinese does not compile; a test compares the interpolation variables.
 */
import { createInstance, type FormatterModule } from 'i18next'
import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { revealInWords } from '../../kit/text/hidden-characters.ts'
import type { en } from '../../locales/en/index.ts'
import type { backup } from '../../locales/en/backup.ts'
import type { auditCheck } from '../../locales/en/audit-check.ts'
import type { apps } from '../../locales/en/apps.ts'
import type { folderFiles } from '../../locales/en/chat/folder-files.ts'
import type { fileChange } from '../../locales/en/chat/file-change.ts'
import type { comparison } from '../../locales/en/comparison.ts'
import type { chatKeys } from '../../locales/en/chat-keys.ts'
import type { messageActions } from '../../locales/en/message-actions.ts'
import type { ownPrompts } from '../../locales/en/own-prompts.ts'
import type { resultShapes } from '../../locales/en/result-shapes.ts'
import type { mode } from '../../locales/en/chat/mode.ts'
import type { serverApps } from '../../locales/en/servers/server-apps.ts'
import type { sampling } from '../../locales/en/sampling.ts'
import type { doctor } from '../../locales/en/servers/doctor.ts'
import type { install } from '../../locales/en/servers/install.ts'
import type { runtimes } from '../../locales/en/servers/runtimes.ts'
import type { signInLog } from '../../locales/en/servers/sign-in-log.ts'
import type { documents } from '../../locales/en/chat/documents.ts'
import type { pictures } from '../../locales/en/chat/attached-pictures.ts'
import type { Locale } from './locale.ts'
import { loadTranslations, translationsOf } from './words.ts'

export { locales, pickLocale, type Locale } from './locale.ts'

/** Words that come with parts of the window that are loaded later ({@link addWords}). */
interface LaterWords {
  auditCheck: typeof auditCheck
  backup: typeof backup
  apps: typeof apps
  chatKeys: typeof chatKeys
  comparison: typeof comparison
  doctor: typeof doctor
  documents: typeof documents
  install: typeof install
  pictures: typeof pictures
  messageActions: typeof messageActions
  mode: typeof mode
  ownPrompts: typeof ownPrompts
  resultShapes: typeof resultShapes
  runtimes: typeof runtimes
  sampling: typeof sampling
  serverApps: typeof serverApps
  signInLog: typeof signInLog
  fileChange: typeof fileChange
  folderFiles: typeof folderFiles
}
type Words = typeof en & LaterWords
export type Namespace = keyof Words

/** Dotted keys of the sentences in a namespace; the forms of a plural have one key. */
type KeyOf<Sentences> = {
  [Name in keyof Sentences & string]: Sentences[Name] extends string
    ? WithoutForm<Name>
    : `${Name}.${KeyOf<Sentences[Name]>}`
}[keyof Sentences & string]
type WithoutForm<Name> = Name extends `${infer Stem}_${'one' | 'other'}` ? Stem : Name
type Keys = { [Name in Namespace]: KeyOf<Words[Name]> }

/** A sentence by its key, with values filled in; `count` chooses the form of a plural. */
type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, unknown>>,
) => string

/**
 * Gives the sentences of a namespace. In place of i18next's type of this name, which takes half of the time that
 * the whole project's types take.
 */
export type TFunction<N extends Namespace> = Translate<Keys[N]>

const laterWords = new Map<Namespace, Readonly<Record<Locale, object>>>()

/** Adds a namespace when its part of the window is loaded, before anything in it is shown. */
export function addWords(namespace: keyof LaterWords, words: Readonly<Record<Locale, object>>) {
  laterWords.set(namespace, words)
}

/** One language: its words, and what is made of them once for the whole window. */
export interface Language {
  locale: Locale
  /** The words of one namespace. */
  words<N extends Namespace>(namespace: N): TFunction<N>
  /** Result of `make` for this language, made once: formats, sentences for errors. */
  once<Made>(make: (language: Language) => Made): Made
}

/**
 * A language whose words were loaded; throws for another. React escapes markup; what is filled in has its hidden
 * characters named, so that no server's name or text can change how a sentence of ours reads.
 */
export function createLanguage(locale: Locale): Language {
  const words = translationsOf(locale)
  if (!words) throw new Error(`The words of ${locale} were not loaded.`)
  const instance = createInstance().use(numberFormatter(locale))
  void instance.init({
    lng: locale,
    fallbackLng: false,
    initAsync: false,
    defaultNS: 'common',
    ns: Object.keys(words),
    // A copy: later words are added to it.
    resources: { [locale]: { ...words } },
    interpolation: { escapeValue: true, escape: revealInWords, alwaysFormat: true },
    returnNull: false,
  })
  const made = new Map<unknown, unknown>()
  const keep = <Made>(key: unknown, make: () => Made): Made => {
    if (!made.has(key)) made.set(key, make())
    // What is kept under a key is what its own maker made.
    return made.get(key) as Made
  }
  const language: Language = {
    locale,
    words: (namespace) =>
      keep(namespace, () => {
        const later = laterWords.get(namespace)
        if (later) instance.addResourceBundle(locale, namespace, later[locale])
        const fixed = instance.getFixedT<string>(locale, namespace)
        return remembering((key, values) => fixed(key, { ...values }))
      }),
    once: (make) => keep(make, () => make(language)),
  }
  return language
}

/** Every number that is filled into a sentence is written as the language writes it: 12,345. */
function numberFormatter(locale: Locale): FormatterModule {
  let numbers: Intl.NumberFormat | undefined
  return {
    type: 'formatter',
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
    format(value: unknown) {
      // i18next itself handles what is no number, and a value that is missing.
      if (typeof value !== 'number') return value as string
      // Both languages write these so; what formats the others takes milliseconds to make, and the first screen has none.
      if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
      numbers ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
      return numbers.format(value)
    },
  }
}

/** Looks a plain sentence up once: a row of a list shows the same few, hundreds of times. */
function remembering(t: Translate<string>): Translate<string> {
  const found = new Map<string, string>()
  return (key, values) => {
    if (values) return t(key, values)
    const known = found.get(key) ?? t(key)
    found.set(key, known)
    return known
  }
}

const LanguageContext = createContext<Language | undefined>(undefined)

/** Renders what is inside in one language; until its words are loaded in the one before, and at first nothing. */
export function LanguageProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const shown = useLoadedLocale(locale)
  const language = useMemo(() => (shown ? createLanguage(shown) : undefined), [shown])
  return language ? createElement(LanguageContext, { value: language }, children) : null
}

/** The language of the last words that were loaded for what was asked for. */
function useLoadedLocale(locale: Locale): Locale | null {
  const [latest, setLatest] = useState<Locale | null>(null)
  const isHere = translationsOf(locale) !== undefined
  if (isHere && latest !== locale) setLatest(locale)
  useEffect(() => {
    if (isHere) return undefined
    let isWanted = true
    const show = (): void => {
      if (isWanted) setLatest(locale)
    }
    loadTranslations(locale).then(show, () => undefined)
    return () => {
      isWanted = false
    }
  }, [isHere, locale])
  return isHere ? locale : latest
}

/** The language shown now. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('This is shown outside of a LanguageProvider.')
  return language
}

/** The words of one namespace: `const t = useT('servers')`. */
export function useT<N extends Namespace>(namespace: N): TFunction<N> {
  return useLanguage().words(namespace)
}

/** Returns the result of `make` for the language shown now; `make` is always the same function. */
export function useInLanguage<Made>(make: (language: Language) => Made): Made {
  return useLanguage().once(make)
}

/** The language shown now, for Intl formats and the lang attribute. */
export function useLocale(): Locale {
  return useLanguage().locale
}
