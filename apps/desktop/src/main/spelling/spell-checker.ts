import type { SpellingSettings, SpellingView } from '@gatehouse/domain/spelling'
import { SPELLING_LIMITS } from '@gatehouse/domain/spelling-limits'
import { languagesOf } from './find-dictionaries.ts'
import type { DictionaryFiles, SpellingRequest, SpellingResponse } from './messages.ts'

/** The process that has the dictionaries. */
export interface SpellingProcess {
  post(request: SpellingRequest): void
  onMessage(listener: (response: SpellingResponse) => void): void
  onExit(listener: () => void): void
  /** Bytes that it takes now. Limits that are given to its engine are not kept by it. */
  memory(): number
  kill(): void
}

export interface SpellingDependencies {
  start(): SpellingProcess
  /** Looks for them on this computer; by language. */
  find(): DictionaryFiles[]
  /** Languages of the system, the preferred one first. */
  locales(): readonly string[]
}

/** Time limit of one response; reading the dictionaries is part of the first one. */
const LIMIT_MS = 20_000
/** A menu waits no longer for suggestions. */
const MENU_MS = 1000
/** Several times what the largest known dictionary needs. */
const MOST_MEMORY = 500_000_000
/** Interval of the check while a response is pending. */
const LOOK_MS = 250
/** A process without work is ended. */
const IDLE_MS = 600_000
/** Each window asks once at a time; what script of a page asks beyond that is not looked up. */
const MOST_WAITING = 16
/** Ends of a process in an hour after which none is started: a dictionary is broken. */
const MOST_FAILURES = 3
const FAILURES_MS = 3_600_000

/** Checks words by dictionaries in a process of their own, which the first word starts. */
export class SpellChecker {
  readonly #deps: SpellingDependencies
  readonly #waiting = new Map<number, (words: string[]) => void>()
  #keep: (settings: SpellingSettings) => void = () => undefined
  #settings: SpellingSettings = { isOn: false, languages: null, words: [] }
  #added = new Set<string>()
  #dictionaries: DictionaryFiles[] | undefined
  /** Versions of files that are no dictionary, by language. */
  readonly #broken = new Map<string, string>()
  /** The one that the process reads now. */
  #reading: DictionaryFiles | undefined
  #process: SpellingProcess | undefined
  #failedAt: number[] = []
  #lastId = 0
  #idle: ReturnType<typeof setTimeout> | undefined
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(deps: SpellingDependencies) {
    this.#deps = deps
  }

  /** Other languages, and that it is off, end the process. */
  follow(next: SpellingSettings): void {
    const { isOn, languages } = this.#settings
    this.#settings = next
    this.#added = new Set(next.words)
    if (next.isOn === isOn && String(next.languages) === String(languages)) return
    this.#failedAt = []
    this.close()
  }

  /** Looks for dictionaries again: one may have been installed since. */
  view(): SpellingView {
    const found = this.#deps.find()
    if (versionsOf(found) !== versionsOf(this.#all())) {
      this.#dictionaries = found
      this.close()
    }
    const languages = found.map(({ language }) => language)
    return {
      by: 'dictionaries',
      languages,
      automatic: this.#automatic(),
      broken: found
        .filter((one) => this.#isBroken(one))
        .map(({ language, words: path }) => ({ language, path })),
    }
  }

  /** Those that are misspelled; none where it is off, and where the process does not respond. */
  async check(words: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(words)].filter((word) => isWord(word) && !this.#added.has(word))
    if (wanted.length === 0) return []
    return this.#ask((id) => ({ kind: 'check', id, words: wanted }))
  }

  async suggest(word: string): Promise<string[]> {
    return this.#ask((id) => ({ kind: 'suggest', id, word }))
  }

  /** No more words can be added. */
  isFull(): boolean {
    return this.#settings.words.length >= SPELLING_LIMITS.words
  }

  /** From now on the word is not misspelled, where there is room for it. */
  add(word: string): void {
    if (this.#added.has(word) || word.length > SPELLING_LIMITS.wordCharacters) return
    if (this.isFull()) return
    this.follow({ ...this.#settings, words: [...this.#settings.words, word] })
    this.#keep(this.#settings)
  }

  /** Keeps the settings with a word more. */
  onAdded(keep: (settings: SpellingSettings) => void): void {
    this.#keep = keep
  }

  /** Ends the process; the next word starts a new one. */
  close(): void {
    clearTimeout(this.#idle)
    clearInterval(this.#looking)
    const ended = this.#process
    this.#process = undefined
    this.#reading = undefined
    ended?.kill()
    for (const resolve of this.#waiting.values()) resolve([])
    this.#waiting.clear()
  }

  #all(): DictionaryFiles[] {
    this.#dictionaries ??= this.#deps.find()
    return this.#dictionaries
  }

  #automatic(): string[] {
    const known = this.#all().map(({ language }) => language)
    return languagesOf(this.#deps.locales(), known)
  }

  #isBroken({ language, version }: DictionaryFiles): boolean {
    return this.#broken.get(language) === version
  }

  #ask(request: (id: number) => Extract<SpellingRequest, { id: number }>): Promise<string[]> {
    const isAsked = this.#settings.isOn && this.#waiting.size < MOST_WAITING
    const running = isAsked ? this.#running() : undefined
    if (!running) return Promise.resolve([])
    this.#lastId += 1
    const asked = request(this.#lastId)
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS)
    this.#idle.unref()
    clearInterval(this.#looking)
    this.#looking = setInterval(() => this.#look(), LOOK_MS)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#fail(), LIMIT_MS)
      // It is waited for all the same, so that its process is looked at and ended.
      const late = asked.kind === 'suggest' ? setTimeout(() => resolve([]), MENU_MS) : undefined
      this.#waiting.set(asked.id, (words) => {
        clearTimeout(timer)
        clearTimeout(late)
        resolve(words)
      })
      running.post(asked)
    })
  }

  #look(): void {
    if (this.#waiting.size === 0) clearInterval(this.#looking)
    else if ((this.#process?.memory() ?? 0) > MOST_MEMORY) this.#fail()
  }

  #running(): SpellingProcess | undefined {
    if (this.#process || this.#recentFailures().length >= MOST_FAILURES) return this.#process
    const wanted = new Set(this.#settings.languages ?? this.#automatic())
    const dictionaries = this.#all().filter(
      (one) => wanted.has(one.language) && !this.#isBroken(one),
    )
    if (dictionaries.length === 0) return undefined
    const started = this.#deps.start()
    this.#process = started
    started.onMessage((message) => {
      if (this.#process === started) this.#take(message)
    })
    started.onExit(() => {
      if (this.#process === started) this.#fail()
    })
    started.post({ kind: 'load', dictionaries })
    return started
  }

  #take(message: SpellingResponse): void {
    switch (message.kind) {
      case 'words':
        this.#waiting.get(message.id)?.(message.words)
        this.#waiting.delete(message.id)
        return
      case 'reading':
        this.#reading = this.#all().find(({ language }) => language === message.language)
        return
      case 'broken':
        this.#noteBroken(this.#all().find(({ language }) => language === message.language))
    }
  }

  #noteBroken(dictionary: DictionaryFiles | undefined): void {
    if (dictionary) this.#broken.set(dictionary.language, dictionary.version)
  }

  /** The dictionary that was being read is at fault, and not read again; else it counts. */
  #fail(): void {
    if (this.#reading) this.#noteBroken(this.#reading)
    else this.#failedAt = [...this.#recentFailures(), Date.now()]
    this.close()
  }

  #recentFailures(): number[] {
    return this.#failedAt.filter((at) => Date.now() - at < FAILURES_MS)
  }
}

const versionsOf = (dictionaries: readonly DictionaryFiles[]): string =>
  JSON.stringify(dictionaries.map(({ words, version }) => [words, version]))

/** Names of things in code, numbers and abbreviations are in no dictionary: they are not looked up. */
function isWord(word: string): boolean {
  return /^[\p{L}\p{M}'’-]{2,}$/u.test(word) && !/[\p{Ll}\p{Lu}]\p{Lu}/u.test(word)
}
