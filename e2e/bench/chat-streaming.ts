/** Long answers at the speed of a very quick model, into the longest chat, while the person types on. */
import type { Page } from 'playwright-core'
import { threadTimes } from '../fuzz/meters/processes.ts'
import type { Gatehouse } from '../launch.ts'
import { chat } from '../support/chat.ts'
import { connectScripted } from '../support/models/models.ts'
import { request } from '../support/routes.ts'
import { typeInBareWindow } from './bare-window.ts'
import { openChat } from './chat-openings.ts'
import { atMost, median, percentile, type Measure } from './measures.ts'
import { mixedMarkdown } from './mixed-markdown.ts'
import { profiled } from './profiles.ts'
import { LONG } from './seeded-chats.ts'
import { followThread, type ThreadClock } from './thread-clock.ts'
import { typeOn, watchWindow } from './window-meter.ts'
import { windowMemory, windowProcess } from './window-memory.ts'

const TOKENS_A_SECOND = 2000
const CHARACTERS_OF_TOKEN = 4
const ANSWER_CHARACTERS = 100_000
/** As many answers as a model of 100 tokens a second gives in an hour. */
const ANSWERS = Number(process.env['GATEHOUSE_BENCH_ANSWERS'] ?? 15)
const CHUNK = 64
const NOMINAL_SECONDS = ANSWER_CHARACTERS / CHARACTERS_OF_TOKEN / TOKENS_A_SECOND

export async function streaming(gatehouse: Gatehouse, id: string): Promise<Measure[]> {
  const { page, app } = gatehouse
  const bare = await typeInBareWindow()
  await connectModel(page, id)
  await openChat(page, LONG.title, LONG.turns)
  const pid = await windowProcess(app)
  const clock = followThread(pid)
  const rounds: Round[] = []
  try {
    await page.waitForTimeout(1000)
    const before = await windowMemory(app)
    for (let round = 0; round < ANSWERS; round += 1) {
      const seen = await profiled(gatehouse, `window-answer-${round}`, () =>
        streamAnswer(page, { pid, clock }, `Round ${round}.`),
      )
      rounds.push({ ...seen, memory: await windowMemory(app) })
    }
    bare.push(...(await typeInBareWindow()))
    return measuresOf(rounds, { before, bare })
  } finally {
    clock.close()
  }
}

interface Round {
  /** Longest task of the window, without and with waiting for a processor. */
  task: number
  wholeTask: number
  keys: number[]
  seconds: number
  /** Of them the seconds in which the thread that draws the window ran: the same on a machine that does much else. */
  computed: number
  /** MB of the window afterwards. */
  memory: number
}

async function connectModel(page: Page, id: string): Promise<void> {
  const text = mixedMarkdown(ANSWER_CHARACTERS)
  const everyMs = (CHUNK / CHARACTERS_OF_TOKEN / TOKENS_A_SECOND) * 1000
  // A timer is a little late each time.
  const step = { text, chunkSize: CHUNK, eventDelayMs: everyMs - 1 }
  await connectScripted(
    page,
    'chat',
    Array.from({ length: ANSWERS }, () => step),
  )
  const [provider] = await request(page, 'provider.list', {})
  const model = { providerId: provider?.id ?? '', modelId: 'scripted' }
  await request(page, 'chat.set-model', { id, model })
}

async function streamAnswer(
  page: Page,
  { pid, clock }: { pid: number; clock: ThreadClock },
  text: string,
): Promise<Omit<Round, 'memory'>> {
  const composer = chat(page)
  const window = await watchWindow(page, clock)
  await composer.send(text)
  await composer.stop.waitFor()
  await window.take()
  const started = performance.now()
  const ranBefore = threadTimes(pid)?.ran ?? 0
  await composer.composer.focus()
  const typing = typeOn(page)
  await composer.stop.waitFor({ state: 'detached', timeout: 300_000 })
  const seconds = (performance.now() - started) / 1000
  const computed = ((threadTimes(pid)?.ran ?? 0) - ranBefore) / 1000
  await typing.stop()
  const { tasks, wholeTasks, keys } = await window.take()
  await composer.composer.fill('')
  const most = (values: readonly number[]) => Math.max(0, ...values)
  return { task: most(tasks), wholeTask: most(wholeTasks), keys, seconds, computed }
}

function measuresOf(
  rounds: readonly Round[],
  { before, bare }: { before: number; bare: readonly number[] },
): Measure[] {
  const keys = rounds.flatMap((round) => round.keys)
  const [typed, typedBare] = [percentile(keys, 99), percentile(bare, 99)]
  const after = rounds.at(-1)?.memory ?? Number.NaN
  const speeds = rounds.map(({ seconds }) => ANSWER_CHARACTERS / CHARACTERS_OF_TOKEN / seconds)
  const wholeTask = median(rounds.map((round) => round.wholeTask))
  const memories = rounds.map(({ memory }) => Math.round(memory)).join(', ')
  return [
    {
      what: '100 KB of mixed markdown arrive at',
      seen: `${Math.round(median(speeds))} tokens/s`,
      target: `at least ${TOKENS_A_SECOND * 0.9} tokens/s`,
      isMet: median(speeds) >= TOKENS_A_SECOND * 0.9,
    },
    {
      what: 'The window computes for each of them',
      seen: `${median(rounds.map(({ computed }) => computed)).toFixed(1)} s`,
      target: `at most half of ${NOMINAL_SECONDS} s`,
      isMet: median(rounds.map(({ computed }) => computed)) <= NOMINAL_SECONDS / 2,
    },
    atMost('Longest task of the window meanwhile', median(rounds.map(({ task }) => task)), {
      limit: 50,
      beside: `${Math.round(wholeTask)} ms with other processes’ turns; 0: none over 50 ms`,
    }),
    atMost('Typing meanwhile, p99 over the bare window', typed - typedBare, {
      limit: 16,
      beside: `${Math.round(typed)} against ${Math.round(typedBare)} ms`,
    }),
    {
      what: `Memory of the window after ${rounds.length} such answers`,
      seen: `${Math.round(after)} MB (${memories}), before them ${Math.round(before)} MB: ${(after / before).toFixed(2)}x`,
      target: 'at most 1.3x',
      isMet: after / before <= 1.3,
    },
  ]
}
