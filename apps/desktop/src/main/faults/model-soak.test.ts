import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  modelProviderKindSchema,
  type JsonObject,
  type JsonValue,
  type ModelFailure,
  type Turn,
} from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import { createEventRecorder } from '@gatehouse/host/testing'
import { createModelClients } from '@gatehouse/llm'
import { openStores, type OpenedStores } from '@gatehouse/store'
import {
  createRandom,
  drawStep,
  NAMED_REFUSALS,
  pick,
  startFakeModelEndpoint,
  withDisplayHash,
  type DrawnStep,
  type FakeModelApi,
  type FakeModelEndpoint,
  type FakeModelRequest,
  type FakeStep,
  type NamedRefusal,
  type Random,
} from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

const isNightly = process.env['GATEHOUSE_NIGHTLY'] !== undefined
const TURNS = isNightly ? 500 : 40
/** `GATEHOUSE_SEED` plays a run again. */
const SEED = Number(process.env['GATEHOUSE_SEED'] ?? (isNightly ? Date.now() % 1_000_000 : 1))
/** Turns of one chat. */
const CHAT_TURNS = 20
const MODELS = ['m0', 'm1', 'm2'] as const
const PATHS = { google: 'v1beta', 'azure-openai': 'openai' } as const
const APIS: Readonly<Record<string, FakeModelApi>> = {
  'openai-compatible': 'chat',
  'azure-openai': 'azure',
  anthropic: 'messages',
  'openai-responses': 'responses',
  google: 'gemini',
}

/** Chat completions twice: most quirks are theirs. */
const SOAK_APIS: readonly [FakeModelApi, ...FakeModelApi[]] = [
  'chat',
  'chat',
  'azure',
  'messages',
  'responses',
  'gemini',
]

/** Words of the failure's sentence that name its cause. */
const CAUSES: { [code in ModelFailure['code']]?: RegExp } = {
  'key-refused': /refused the key/,
  'quota-exhausted': /(?:quota|credit) of .* used up/,
  'rate-limited': /takes no more requests/,
  overloaded: /overloaded/,
  'context-too-long': /too long/,
  'model-not-found': /has no model/,
  'bad-request': /nothing at this address/,
  filtered: /filtered the answer|for its content/,
  'empty-answer': /without text and without a tool call/,
  truncated: /ended the answer before it was complete/,
  'invalid-response': /not a response of this API|tool call that cannot be read/,
  'call-in-text': /wrote a tool call into its text/,
  'data-policy': /data policy/,
  'region-unsupported': /country or region/,
  'server-error': /error while processing/,
}

/** A call as it was given out, and to whom. */
interface GivenCall {
  model: string
  id: string
}

/** The calls in the history of a request, by their number. */
function callsIn(value: JsonValue): { n: number; id: string }[] {
  if (Array.isArray(value)) return value.flatMap(callsIn)
  if (typeof value !== 'object' || value === null) return []
  const named = (value['function'] ?? value) as JsonObject
  const given = named['arguments'] ?? named['input'] ?? named['args']
  const input = (typeof given === 'string' ? JSON.parse(given) : given) as JsonValue | undefined
  const id = value['call_id'] ?? value['id']
  const n = typeof input === 'object' && input !== null && !Array.isArray(input) ? input['n'] : 0
  if (typeof n === 'number' && n > 0 && typeof id === 'string') return [{ n, id }]
  return Object.values(value).flatMap(callsIn)
}

interface Plan {
  api: FakeModelApi
  model: string
  steps: DrawnStep[]
  at: number
  refusal: NamedRefusal | undefined
}

/** Real chats with an endpoint that draws quirks at random. */
class Soak {
  readonly problems: string[] = []
  readonly #random: Random
  readonly #host: Host
  readonly #made: number[]
  readonly #providers = new Map<FakeModelApi, string>()
  readonly #given = new Map<number, GivenCall>()
  /** Models that refused the ids of calls as they gave them. */
  readonly #plainIds = new Set<string>()
  #plan: Plan | undefined
  #label = ''
  #count = 0

  constructor(host: Host, made: number[], random: Random) {
    this.#host = host
    this.#made = made
    this.#random = random
  }

  async connect(endpoint: FakeModelEndpoint): Promise<void> {
    for (const kind of modelProviderKindSchema.exclude(['amazon-bedrock']).options) {
      const path = kind in PATHS ? PATHS[kind as keyof typeof PATHS] : 'v1'
      const draft = { kind, name: kind, baseUrl: `${endpoint.url}/${path}`, key: 'sk-key' }
      const { id } = await this.#host.providers.save(draft, {
        models: MODELS.map((name) => ({ id: name })),
      })
      this.#providers.set(APIS[kind] ?? 'chat', id)
    }
    for (const model of MODELS) endpoint.script(model, (request) => this.#answer(request))
  }

  newChat(): string {
    const { id } = this.#host.conversations.create()
    this.#host.conversations.setSetup(id, { parameters: { temperature: 0.5 } })
    return id
  }

  /** One turn: a message, or another try of the last one where that failed. */
  async turn(chatId: string, isPlain = false): Promise<void> {
    const random = this.#random
    const last = this.#host.chats.view(chatId).turns.at(-1)
    this.#count += 1
    const api = pick(SOAK_APIS, random)
    const model = pick(MODELS, random)
    const providerId = this.#providers.get(api) ?? ''
    this.#host.conversations.setModel(chatId, { providerId, modelId: model })
    const act = isPlain || !last?.failure ? 0 : random(3)
    const isContinued = act === 1 && last?.status === 'interrupted'
    this.#plan = this.#draw({ api, model, isPlain })
    const quirks = this.#plan.steps.map((step) => step.quirks.join(', ')).join(' | ')
    this.#label = `turn ${this.#count} (${api}, ${model}: ${quirks})`
    const made = this.#made.length
    const entries = isContinued ? last.entries.length : 0
    if (isContinued) this.#host.chats.continue(chatId)
    else if (act === 2 && last) this.#host.chats.retry(chatId, last.id)
    else this.#host.chats.send(chatId, `message ${this.#count}`)
    const turn = await this.#settled(chatId)
    this.#check(turn, this.#plan, { entries, made: this.#made.slice(made) })
  }

  #draw({ api, model, isPlain }: { api: FakeModelApi; model: string; isPlain: boolean }): Plan {
    const random = this.#random
    const length = isPlain ? 1 : 1 + random(3)
    const fails = !isPlain && random(3) === 0
    const steps = Array.from({ length }, (_, at): DrawnStep => {
      const isLast = at === length - 1
      const calls = isLast && !fails ? 0 : 1 + random(3)
      const text = `Answer ${this.#count}.${at}: Grüße, 漢字 😀.`
      const plain: FakeStep = {
        ...(calls === 0 || random(2) === 0 ? { text } : {}),
        chunkSize: 1 + random(20),
        toolCalls: Array.from({ length: calls }, (_call, index) => {
          const n = this.#count * 100 + at * 10 + index + 1
          return { id: `call_${n}`, name: 's__echo', arguments: { n } }
        }),
      }
      if (isPlain) return { step: plain, quirks: [], codes: undefined }
      return drawStep(plain, { api, random, fails: fails && isLast })
    })
    const refusals = NAMED_REFUSALS.filter(({ apis }) => apis.includes(api))
    const refusal = isPlain || random(3) > 0 ? undefined : refusals[random(refusals.length)]
    return { api, model, steps, at: 0, refusal }
  }

  #problem(words: string): void {
    this.problems.push(`${this.#label}: ${words}`)
  }

  #answer({ body, model, api }: FakeModelRequest): FakeStep {
    const plan = this.#plan
    const drawn = plan?.steps[plan.at]
    if (!plan || !drawn) {
      this.#problem('a request too many')
      return { fault: { kind: 'status', status: 400, body: 'one too many' } }
    }
    const name = `${api} ${model}`
    if (plan.refusal?.refuses(body)) {
      if (plan.refusal.name === 'short ids') this.#plainIds.add(name)
      const { status, message } = plan.refusal
      return { fault: { kind: 'status', status, body: JSON.stringify({ error: { message } }) } }
    }
    for (const { n, id } of callsIn(body)) {
      const given = this.#given.get(n)
      if (!given) this.#problem(`the request holds call ${n}, which was never given`)
      else if (given.model === name && !this.#plainIds.has(name)) {
        // Responses refuses long ids, also those that it gave itself.
        if (given.id !== id && api !== 'responses')
          this.#problem(`the id ${given.id.slice(0, 40)} came back as ${id.slice(0, 40)}`)
      } else if (!/^[\w-]{1,64}$/.test(id)) this.#problem(`${name} got the id ${id.slice(0, 40)}`)
    }
    if (!drawn.codes) {
      plan.at += 1
      for (const { id = '', arguments: input } of drawn.step.toolCalls ?? [])
        this.#given.set(Number((input as JsonObject)['n']), { id, model: name })
    }
    return drawn.step
  }

  async #settled(chatId: string): Promise<Turn> {
    for (let round = 0; round < 20_000; round += 1) {
      for (const ask of this.#host.asks.pending()) {
        const answer = { kind: 'tool-approval', decision: 'allow-once' } as const
        this.#host.asks.answer(ask.id, withDisplayHash(ask, answer))
      }
      const end = { anchor: 'end', side: 'before', entries: 1 } as const
      if (this.#host.chats.page(chatId, end).turns.at(-1)?.status !== 'running') {
        const turn = this.#host.chats.view(chatId).turns.at(-1)
        if (turn && turn.status !== 'running') return turn
      }
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    throw new Error(`${this.#label} did not end.`)
  }

  #check(
    turn: Turn,
    { steps }: Plan,
    { entries, made }: { entries: number; made: number[] },
  ): void {
    const codes = steps.at(-1)?.codes
    const whole = codes ? steps.slice(0, -1) : steps
    const calls = whole.flatMap(({ step }) =>
      (step.toolCalls ?? []).map(({ arguments: input }) => Number((input as JsonObject)['n'])),
    )
    if (JSON.stringify(made.toSorted((a, b) => a - b)) !== JSON.stringify(calls))
      this.#problem(`ran ${JSON.stringify(made)} in place of ${JSON.stringify(calls)}`)
    const shown = turn.entries.slice(entries)
    const proposed = shown.filter(({ kind }) => kind === 'tool-call').length
    if (proposed !== calls.length) this.#problem(`proposed ${proposed} calls`)
    const texts = shown.flatMap((entry) => (entry.kind === 'assistant-message' ? [entry.text] : []))
    const wanted = whole.map(({ step }) => plainText(step.text))
    const got = texts.slice(0, wanted.length)
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      this.#problem(`said ${JSON.stringify(texts)} in place of ${JSON.stringify(wanted)}`)
    if (codes) this.#checkFailure(turn.failure, codes)
    else if (turn.failure || turn.status !== 'done')
      this.#problem(`ended as ${turn.status}: ${JSON.stringify(turn.failure)}`)
  }

  #checkFailure(failure: ModelFailure | null, codes: readonly ModelFailure['code'][]): void {
    if (!failure || !codes.includes(failure.code)) {
      this.#problem(`ended as ${JSON.stringify(failure)} in place of ${codes.join(', ')}`)
      return
    }
    const { code, message, detail = '' } = failure
    if (CAUSES[code]?.test(message) !== true) this.#problem(`says ${message}`)
    if (/HTTP \.|[{}]|undefined|\[object/.test(`${message} ${detail}`))
      this.#problem(`shows ${message} ${detail}`)
  }
}

/** The text without the reasoning in tags that is drawn at its head. */
const plainText = (text = ''): string => /Answer.*$/s.exec(text)?.[0] ?? ''

let folder: string
let endpoint: FakeModelEndpoint
let stores: OpenedStores
let host: Host
const made: number[] = []
const server = {
  tools: [{ name: 'echo', description: 'Returns what it gets.', inputSchema: { type: 'object' } }],
  call: ({ arguments: input }: { arguments: JsonObject }) => {
    made.push(Number(input['n']))
    return Promise.resolve({ content: [{ type: 'text' as const, text: 'ran' }], isError: false })
  },
  opened: [],
  closed: 0,
}

beforeEach(async () => {
  made.length = 0
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-model-soak-'))
  endpoint = await startFakeModelEndpoint()
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  const models = createModelClients({ retry: { backoffMs: [1, 2] } })
  host = createScriptedHost({ stores, server, models, events: createEventRecorder() })
  await host.start()
  const transport = { kind: 'stdio' as const, command: 'node', args: [], env: [] }
  const draft = {
    name: 's',
    transport,
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
  } as const
  const review = await host.servers.review(draft)
  await host.servers.save(review.id, true)
})
afterEach(async () => {
  await host.close()
  stores.close()
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

it(
  `of ${TURNS} turns with quirks no answer is lost, no call is invented, and every chat goes on (seed ${SEED})`,
  async () => {
    const random = createRandom(SEED)
    const soak = new Soak(host, made, random)
    await soak.connect(endpoint)
    let chat = soak.newChat()
    for (let turn = 1; turn <= TURNS; turn += 1) {
      await soak.turn(chat)
      if (turn % CHAT_TURNS > 0 && turn < TURNS) continue
      await soak.turn(chat, true)
      chat = soak.newChat()
    }
    expect(soak.problems).toEqual([])
  },
  isNightly ? 1_800_000 : 240_000,
)
