import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DictionaryFiles, SpellingRequest, SpellingResponse } from './messages.ts'
import { SpellChecker, type SpellingProcess } from './spell-checker.ts'

/** A process that has a dictionary of words without a z; it responds only while it is not stuck. */
function createProcesses() {
  const processes: {
    requests: SpellingRequest[]
    killed: boolean
    exit(): void
    send(response: SpellingResponse): void
  }[] = []
  const state = { isStuck: false, memory: 1 }
  const start = (): SpellingProcess => {
    const listeners: ((response: SpellingResponse) => void)[] = []
    const exits: (() => void)[] = []
    const one = {
      requests: [] as SpellingRequest[],
      killed: false,
      exit: () => exits[0]?.(),
      send: (response: SpellingResponse) => {
        for (const listener of listeners) listener(response)
      },
    }
    processes.push(one)
    return {
      post(request) {
        one.requests.push(request)
        if (state.isStuck || request.kind === 'load') return
        const words =
          request.kind === 'check' ? request.words.filter((word) => word.includes('z')) : ['better']
        for (const listener of listeners) listener({ kind: 'words', id: request.id, words })
      },
      onMessage: (listener) => void listeners.push(listener),
      onExit: (listener) => void exits.push(listener),
      memory: () => state.memory,
      kill: () => void (one.killed = true),
    }
  }
  return { processes, state, start }
}

const on = { isOn: true, languages: null, words: [] }

function setUp(locales = ['en-GB']) {
  const { processes, state, start } = createProcesses()
  const dictionaries: DictionaryFiles[] = [
    { language: 'en-US', affixes: 'a', words: 'b', version: '1' },
    { language: 'de', affixes: 'c', words: 'd', version: '1' },
  ]
  const find = () => dictionaries.map((one) => ({ ...one }))
  const spelling = new SpellChecker({ start, find, locales: () => locales })
  return { spelling, processes, state, dictionaries }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('starts a process with the first word only, and with the dictionaries of the system’s languages', async () => {
  const { spelling, processes } = setUp(['de-CH', 'zh-Hans-CN'])
  spelling.follow(on)
  expect(await spelling.check([])).toEqual([])
  expect(processes).toEqual([])
  expect(await spelling.check(['fine', 'wizzard', 'fine'])).toEqual(['wizzard'])
  expect(processes).toHaveLength(1)
  expect(processes[0]?.requests[0]).toMatchObject({
    kind: 'load',
    dictionaries: [{ language: 'en-US' }, { language: 'de' }],
  })
  expect(await spelling.suggest('wizzard')).toEqual(['better'])
})

it('starts none where it is off, and none where no dictionary is wanted', async () => {
  const { spelling, processes } = setUp()
  expect(await spelling.check(['wizzard'])).toEqual([])
  spelling.follow({ ...on, languages: [] })
  expect(await spelling.check(['wizzard'])).toEqual([])
  expect(await spelling.suggest('wizzard')).toEqual([])
  expect(processes).toEqual([])
})

it('looks up no words that the person added, and nothing that is code, a number or an abbreviation', async () => {
  const { spelling, processes } = setUp()
  spelling.follow({ ...on, words: ['zsh'] })
  expect(await spelling.check(['zsh', 'z', 'z2', 'HTTPZ', 'fooZed', 'Zed'])).toEqual([])
  expect(processes[0]?.requests[1]).toMatchObject({ words: ['Zed'] })
  expect(await spelling.check(['snake_zed', 'AT&Z', 'zéd’s', 'z-z'])).toEqual(['zéd’s', 'z-z'])
})

it('keeps each word that the person adds, once, and finds it right at once', async () => {
  const { spelling, processes } = setUp()
  const kept: unknown[] = []
  spelling.onAdded(({ words }) => kept.push(words))
  spelling.follow({ ...on, words: ['zsh'] })
  await spelling.check(['fine'])
  for (const word of ['zsh', 'zed', 'zip', 'zed', 'z'.repeat(101)]) spelling.add(word)
  expect(kept).toEqual([
    ['zsh', 'zed'],
    ['zsh', 'zed', 'zip'],
  ])
  expect(await spelling.check(['zed', 'zip', 'zag'])).toEqual(['zag'])
  expect(processes).toHaveLength(1)
  spelling.follow({ ...on, words: Array.from({ length: 2000 }, (_, at) => `z${at}`) })
  expect(spelling.isFull()).toBe(true)
  spelling.add('zoo')
  expect(kept).toHaveLength(2)
  spelling.follow({ ...on, words: Array.from({ length: 1999 }, (_, at) => `z${at}`) })
  expect(spelling.isFull()).toBe(false)
})

it('ends a process that takes too much memory while it is waited for', async () => {
  const { spelling, processes, state } = setUp()
  spelling.follow(on)
  state.isStuck = true
  const asked = spelling.check(['wizzard'])
  vi.advanceTimersByTime(500)
  expect(processes[0]?.killed).toBe(false)
  state.memory = 600_000_000
  vi.advanceTimersByTime(250)
  expect(await asked).toEqual([])
  expect(processes[0]?.killed).toBe(true)
})

it('has no more than a few questions wait, however many are asked', async () => {
  const { spelling, processes, state } = setUp()
  spelling.follow(on)
  state.isStuck = true
  const asked = Array.from({ length: 100 }, () => spelling.check(['wizzard']))
  expect(processes[0]?.requests.filter(({ kind }) => kind === 'check')).toHaveLength(16)
  expect(await asked[99]).toEqual([])
})

it('ends its process when it is turned off, has other languages or has nothing to do, and resolves what waits', async () => {
  const { spelling, processes, state } = setUp()
  spelling.follow(on)
  state.isStuck = true
  const waiting = spelling.check(['wizzard'])
  spelling.follow({ ...on, isOn: false })
  expect(await waiting).toEqual([])
  expect(processes[0]?.killed).toBe(true)
  state.isStuck = false
  spelling.follow(on)
  await spelling.check(['wizzard'])
  spelling.follow({ ...on, languages: ['de'] })
  expect(processes[1]?.killed).toBe(true)
  await spelling.check(['wizzard'])
  vi.advanceTimersByTime(600_000)
  expect(processes[2]?.killed).toBe(true)
})

/** @threat confinement.broken-dictionary */
it('looks at a process, and ends it, that takes too long for suggestions, which no menu waits for', async () => {
  const { spelling, processes, state } = setUp()
  spelling.follow(on)
  state.isStuck = true
  const asked = spelling.suggest('wizzard')
  vi.advanceTimersByTime(1000)
  expect(await asked).toEqual([])
  expect(processes[0]?.killed).toBe(false)
  vi.advanceTimersByTime(19_000)
  expect(processes[0]?.killed).toBe(true)
  const more = spelling.suggest('wizzard')
  vi.advanceTimersByTime(2000)
  state.memory = 600_000_000
  vi.advanceTimersByTime(250)
  expect(await more).toEqual([])
  expect(processes[1]?.killed).toBe(true)
})

/**
 * @threat confinement.broken-dictionary
 * @attacker file
 * @tries A dictionary of the system takes all memory or time, or is not one.
 * @stoppedBy It is read in a process of its own, whose memory and time are bounded and which is not started again after
 * three such ends in an hour; a dictionary during whose reading it ended, or that knows none of its own words, is not
 * used until its files are others, and the settings name it; a large file is not listed.
 */
it('marks nothing where the process hangs or ends, and starts no more after three of those in an hour', async () => {
  const { spelling, processes, state } = setUp()
  spelling.follow(on)
  state.isStuck = true
  const hanging = spelling.check(['wizzard'])
  vi.advanceTimersByTime(20_000)
  expect(await hanging).toEqual([])
  expect(processes[0]?.killed).toBe(true)
  for (const at of [1, 2]) {
    const ending = spelling.check(['wizzard'])
    processes[at]?.exit()
    expect(await ending).toEqual([])
  }
  expect(await spelling.check(['wizzard'])).toEqual([])
  expect(processes).toHaveLength(3)
  // What ended long ago counts no more: a computer that slept can have been the reason.
  vi.advanceTimersByTime(3_600_000)
  const later = spelling.check(['wizzard'])
  expect(processes).toHaveLength(4)
  processes[3]?.exit()
  await later
  for (const at of [4, 5]) {
    const ending = spelling.check(['wizzard'])
    processes[at]?.exit()
    expect(await ending).toEqual([])
  }
  expect(await spelling.check(['wizzard'])).toEqual([])
  expect(processes).toHaveLength(6)
  // Other languages are another chance.
  state.isStuck = false
  spelling.follow({ ...on, languages: ['en-US'] })
  expect(await spelling.check(['wizzard'])).toEqual(['wizzard'])
})

const languagesRead = (requests: readonly SpellingRequest[] = []): string[] =>
  requests.flatMap((one) =>
    one.kind === 'load' ? one.dictionaries.map(({ language }) => language) : [],
  )

it('says of which dictionary the files are none, and reads it again once they are others', async () => {
  const { spelling, processes, dictionaries } = setUp(['en-US', 'de'])
  spelling.follow(on)
  expect(await spelling.check(['wizzard'])).toEqual(['wizzard'])
  expect(spelling.view()).toMatchObject({ broken: [] })
  processes[0]?.send({ kind: 'broken', language: 'de' })
  expect(spelling.view()).toMatchObject({ broken: [{ language: 'de', path: 'd' }] })
  // The others go on.
  expect(await spelling.check(['wizzard'])).toEqual(['wizzard'])
  expect(processes).toHaveLength(1)
  spelling.follow({ ...on, languages: ['de', 'en-US'] })
  await spelling.check(['wizzard'])
  expect(languagesRead(processes[1]?.requests)).toEqual(['en-US'])
  dictionaries.splice(1, 1, { language: 'de', affixes: 'c', words: 'd', version: '2' })
  expect(spelling.view()).toMatchObject({ broken: [] })
  await spelling.check(['wizzard'])
  expect(languagesRead(processes[2]?.requests)).toEqual(['en-US', 'de'])
})

/** @threat confinement.broken-dictionary */
it('takes the dictionary that was being read for broken when its process ends, and goes on without it', async () => {
  const { spelling, processes, state } = setUp(['en-US', 'de'])
  spelling.follow(on)
  state.isStuck = true
  for (const language of ['de', 'en-US']) {
    const asked = spelling.check(['wizzard'])
    processes.at(-1)?.send({ kind: 'reading', language })
    processes.at(-1)?.exit()
    expect(await asked).toEqual([])
  }
  expect(languagesRead(processes[1]?.requests)).toEqual(['en-US'])
  expect(spelling.view()).toMatchObject({ broken: [{ language: 'en-US' }, { language: 'de' }] })
  expect(await spelling.check(['wizzard'])).toEqual([])
  expect(processes).toHaveLength(2)
})

it('takes none for broken when its process ends after all were read', async () => {
  const { spelling, processes } = setUp(['en-US'])
  spelling.follow(on)
  await spelling.check(['wizzard'])
  processes[0]?.send({ kind: 'reading', language: 'en-US' })
  processes[0]?.send({ kind: 'reading', language: null })
  processes[0]?.exit()
  expect(spelling.view()).toMatchObject({ broken: [] })
})

it('finds a dictionary that was installed meanwhile when the setting is looked at, and uses it', async () => {
  const { spelling, processes, dictionaries } = setUp(['en-US', 'fr'])
  spelling.follow(on)
  await spelling.check(['wizzard'])
  spelling.view()
  expect(processes[0]?.killed).toBe(false)
  dictionaries.push({ language: 'fr', affixes: 'e', words: 'f', version: '1' })
  expect(spelling.view()).toMatchObject({
    languages: ['en-US', 'de', 'fr'],
    automatic: ['en-US', 'fr'],
  })
  await spelling.check(['wizzard'])
  expect(languagesRead(processes[1]?.requests)).toEqual(['en-US', 'fr'])
})
