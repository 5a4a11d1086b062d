import { useInLanguage, type Language } from '../words/i18n.ts'

export interface Formats {
  /** 14:05 */
  clock: (at: number) => string
  /** 14:05:21.114 */
  exactClock: (at: number) => string
  /** 12 March 2026 at 14:05 */
  moment: (at: number) => string
  /** 12 Mar 2026. */
  day: (at: number) => string
  /** 14:05 today, Fri this week, 12 Mar before that: for lists. */
  brief: (at: number, now: number) => string
  /** 18 ms, 2.3 s, 4 min */
  duration: (ms: number) => string
  /** 212 B, 3.1 kB */
  bytes: (count: number) => string
  number: (value: number) => string
  /** US dollars: $0.0042, less than $0.0001. */
  dollars: (value: number) => string
  /** 128K, 1.05M: how much a model reads. */
  tokens: (count: number) => string
  /** a, b and c */
  list: (items: readonly string[]) => string
  /** One sentence after another: Chinese has no space between them. */
  sentences: (first: string, second: string) => string
  /** a, b, c: of more than these. */
  names: (items: readonly string[]) => string
  /** Thursday */
  weekday: (at: number) => string
  /** 12 March, or 12 March 2025 in another year than `now`. */
  heading: (at: number, now: number) => string
  /** `2026-03` as March 2026. */
  month: (month: string) => string
}

const DAY = 86_400_000
/** Of a dollar: a short answer costs a fraction of a cent. */
const COST_DIGITS = 4
const LEAST_COST = 0.0001

/** Times, durations and sizes in the language shown now. */
export function useFormats(): Formats {
  return useInLanguage(formatsOf)
}

/** A formatter takes about a millisecond to make, and the first screen needs few of them. */
function once<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | undefined
  return () => (made ??= make())
}

function formattersOf(locale: string) {
  return {
    clock: once(
      () =>
        new Intl.DateTimeFormat(locale, {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }),
    ),
    exact: once(
      () =>
        new Intl.DateTimeFormat(locale, {
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          fractionalSecondDigits: 3,
          hourCycle: 'h23',
        }),
    ),
    moment: once(
      () =>
        new Intl.DateTimeFormat(locale, {
          dateStyle: 'long',
          timeStyle: 'short',
          hourCycle: 'h23',
        }),
    ),
    day: once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })),
    weekday: once(() => new Intl.DateTimeFormat(locale, { weekday: 'short' })),
    date: once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })),
    number: once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })),
    compact: once(
      () =>
        new Intl.NumberFormat(locale, {
          notation: 'compact',
          maximumSignificantDigits: 3,
          // Chinese has no shorter form below 10,000.
          useGrouping: true,
        }),
    ),
    list: once(() => new Intl.ListFormat(locale, { type: 'conjunction' })),
    longWeekday: once(() => new Intl.DateTimeFormat(locale, { weekday: 'long' })),
    longDate: once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })),
    datedYear: once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' })),
    month: once(
      () => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
    ),
    money: once(
      () =>
        new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: 'USD',
          currencyDisplay: 'narrowSymbol',
          minimumFractionDigits: 2,
          maximumFractionDigits: COST_DIGITS,
        }),
    ),
  }
}

/** Chinese dates and counts with spaces around their digits, as in all Chinese sentences here, and no line breaks. */
const spaced = (text: string): string =>
  text.replace(/(?<=\d)(?=[年月日万亿])|(?<=[年月])(?=\d)/g, '\u00A0')

/** With spaces between 和 and Latin names. Names themselves stay as they are. */
function spacedList(parts: readonly { type: string; value: string }[]): string {
  return parts
    .map(({ type, value }, index) => {
      if (type !== 'literal' || value !== '和') return value
      const before = /\w$/.test(parts[index - 1]?.value ?? '') ? ' ' : ''
      const after = /^\w/.test(parts[index + 1]?.value ?? '') ? ' ' : ''
      return before + value + after
    })
    .join('')
}

/** The same for what is made once for a language: `language.once(formatsOf)`. */
export function formatsOf({ locale, words }: Language): Formats {
  const t = words('appShell')
  const formatters = formattersOf(locale)
  const { clock, exact, moment, day, weekday, date, number, compact, list, money } = formatters
  return {
    dollars: (value) =>
      value > 0 && value < LEAST_COST ? `<${money().format(LEAST_COST)}` : money().format(value),
    clock: (at) => clock().format(at),
    exactClock: (at) => exact().format(at),
    moment: (at) => spaced(moment().format(at)),
    day: (at) => spaced(day().format(at)),
    brief(at, now) {
      if (new Date(at).toDateString() === new Date(now).toDateString()) return clock().format(at)
      return now - at < 6 * DAY ? weekday().format(at) : spaced(date().format(at))
    },
    duration(ms) {
      if (ms < 1000) return t('unit.ms', { value: number().format(Math.round(ms)) })
      if (ms < 60_000) return t('unit.s', { value: number().format(ms / 1000) })
      if (ms < 3_600_000) return t('unit.min', { value: number().format(Math.floor(ms / 60_000)) })
      if (ms < 2 * DAY) return t('unit.h', { value: number().format(Math.floor(ms / 3_600_000)) })
      return t('unit.d', { value: number().format(Math.floor(ms / DAY)) })
    },
    bytes: (count) =>
      count < 1000
        ? t('unit.b', { value: number().format(count) })
        : count < 1_000_000
          ? t('unit.kb', { value: number().format(count / 1000) })
          : t('unit.mb', { value: number().format(count / 1_000_000) }),
    number: (value) => number().format(value),
    tokens: (count) => spaced(compact().format(count)),
    list: (items) => spacedList(list().formatToParts(items)),
    sentences: (first, second) => first + (locale.startsWith('zh') ? '' : ' ') + second,
    names: (items) => items.join(t('listSeparator')),
    weekday: (at) => formatters.longWeekday().format(at),
    heading(at, now) {
      const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
      return spaced((isThisYear ? formatters.longDate() : formatters.datedYear()).format(at))
    },
    month: (month) => spaced(formatters.month().format(new Date(`${month}-01T00:00:00Z`))),
  }
}
