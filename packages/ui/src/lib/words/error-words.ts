import { MAX_PINNED_TURNS } from '@gatehouse/domain'
import { AUTHORITY_LIMITS } from '@gatehouse/domain/network-limits'
import { isBridgeError, type BridgeError } from '../bridge/bridge-error.ts'
import { formatsOf } from '../formats/formats.ts'
import { issuePathOf, namesOf, secondsOf, stringOrEmpty } from './error-data.ts'
import { useInLanguage, type Language } from './i18n.ts'
import { readModelFailure, modelFailureWords } from './model-failure-words.ts'

/*
 * The words of an error stand in `locales/en/errors.ts` under its code, with the fields of its data filled in. Only
 * what differs from that is written here.
 */

type Data = BridgeError['data']

/** Codes that have the words of another. */
const sameWords: Readonly<Record<string, string>> = {
  'app/not-by-person': 'ask/not-by-person',
  'chat/import-over': 'import/over',
  'instructions/too-much': 'instructions/too-long',
  'store/failed': 'store/constraint',
}

/** Values of a sentence that are not in the data under its name for them. */
const moreValues: Readonly<Record<string, (data: Data) => Readonly<Record<string, unknown>>>> = {
  'chat/queue-full': () => ({ count: 20 }),
  'chat/too-many-pinned': () => ({ count: MAX_PINNED_TURNS }),
  'chat/too-many-presets': () => ({ count: 50 }),
  'chat/too-many-prompts': () => ({ count: 200 }),
  'import/invalid': ({ issue }) => ({ at: issuePathOf(issue) }),
  'network/authorities-unusable': () => ({
    kilobytes: Math.round(AUTHORITY_LIMITS.bytes / 1024),
    count: AUTHORITY_LIMITS.certificates,
  }),
  'request/timed-out': ({ waitedMs }) => ({ seconds: secondsOf(waitedMs) }),
  'skill/too-large': ({ bytes }) => ({ size: Math.floor(Number(bytes) / 1024 / 1024) }),
}

/** Errors whose words stand in another place. */
const wordsElsewhere: Readonly<
  Record<string, (data: Data, language: Language) => string | undefined>
> = {
  'model/failed': ({ failure }, language) => {
    const known = readModelFailure(failure)
    return known && modelFailureWords(language)(known)
  },
  'import/unreadable': (data, language) =>
    sentenceOf(language.words('serverImport'), `issue.${stringOrEmpty(data['code'])}`, data),
  'download/failed': (data, language) =>
    sentenceOf(
      language.words('serverImport'),
      `download.problem.${stringOrEmpty(data['problem'])}`,
      data,
    ),
}

/** The sentence of a key that is made of data; undefined where there is none. */
function sentenceOf(
  t: (key: never, values: Data) => string,
  key: string,
  values: Data,
): string | undefined {
  // The key itself stands where there are no words.
  const text = t(key as never, values)
  return text === key ? undefined : text
}

/** Returns words for any failed request, in the language shown now. */
export function useErrorWords(): (error: unknown) => string {
  return useInLanguage(errorWords)
}

/** The same for what is made once for a language. */
export function errorWords(language: Language): (error: unknown) => string {
  const t = language.words('errors')
  const { list } = language.once(formatsOf)
  // A code this version has no words for: main's own sentence is better than none.
  return (error) => (isBridgeError(error) ? (wordsOf(error) ?? error.message) : t('code.unknown'))

  function wordsOf({ code: given, data }: BridgeError): string | undefined {
    const elsewhere = wordsElsewhere[given]
    if (elsewhere) return elsewhere(data, language)
    const code = sameWords[given] ?? given
    const values = { ...data, names: list(namesOf(data)), ...moreValues[code]?.(data) }
    const variant = stringOrEmpty(data['reason'] ?? data['kind'])
    return (
      sentenceOf(t, `code.${code}.${variant}`, values) ??
      sentenceOf(t, `code.${code}.other`, values) ??
      sentenceOf(t, `code.${code}`, values)
    )
  }
}
