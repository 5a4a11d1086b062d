import { GatehouseError } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import type { ModelClients, ModelEndpoint, ModelEvent, ModelRequest } from '../ports/index.ts'
import { brokenStep, createScriptedModels, stepOf } from '../testing/index.ts'
import { maskModels } from './masked-models.ts'

const KEY = 'Zq7vWx81LmNop2RstUvXy93aBcDeFgHiJkL0'
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const spellings: [string, string][] = [
  ['as it is', KEY],
  ['in small letters', KEY.toLowerCase()],
  ['in base64', base64(KEY)],
  ['in base64 amid other bytes', base64(`user:${KEY}`)],
  ['percent-encoded', Buffer.from(KEY).toString('hex').replaceAll(/../g, '%$&')],
]
const endpoint = (key: string | undefined = KEY): ModelEndpoint => ({
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  key,
})
const request: ModelRequest = {
  modelId: 'm',
  system: '',
  messages: [],
  tools: [],
  maxOutputTokens: 1,
}
const never = new AbortController().signal

/** All that a stream gives, its error included. */
async function played(models: ModelClients, key?: string) {
  const events: ModelEvent[] = []
  try {
    for await (const event of maskModels(models).client(endpoint(key)).stream(request, never))
      events.push(event)
  } catch (error) {
    return { events, error: error as GatehouseError }
  }
  return { events, error: undefined }
}
const textOf = (events: ModelEvent[], type: 'text-delta' | 'reasoning-delta'): string =>
  events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
const delta = (text: string): ModelEvent => ({ type: 'text-delta', text })

/**
 * @threat turns.echoed-key
 * @attacker model
 * @tries To have the key of its endpoint shown, kept or sent to a server by saying it in text, in arguments of a call,
 * in names of models or in errors.
 * @stoppedBy All that comes from an endpoint passes the mask that hides the secrets of servers; text that streams is
 * held back where a key may begin.
 * @remains Whoever has the key can spell it in ways that are not searched for: backwards, in parts, with signs between.
 */
it.each(spellings)(
  'a key that comes back %s is hidden in text, however it is cut into pieces',
  async (_how, spelled) => {
    for (const size of [1, 2, 7, 1000]) {
      const whole = `Your key is ${spelled}, is it not?`
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.slice(at * size, (at + 1) * size),
      )
      const models = createScriptedModels([
        stepOf(
          ...pieces.flatMap((text) => [delta(text), { type: 'reasoning-delta', text } as const]),
        ),
      ])
      const { events } = await played(models)
      for (const type of ['text-delta', 'reasoning-delta'] as const) {
        const shown = textOf(events, type)
        expect(shown).not.toContain(spelled.slice(3, -3))
        expect(shown).toMatch(/^Your key is .*•.*, is it not\?$/)
      }
    }
  },
)

it('nothing else of a streamed text is lost, added or put in another order', async () => {
  const parts = ['Zq7', 'vWx', ' and Z', 'q', '7vW', 'x81 ends with Zq']
  const { events } = await played(createScriptedModels([stepOf(...parts.map(delta))]))
  expect(textOf(events, 'text-delta')).toBe(parts.join(''))
  expect(events.at(-1)?.type).toBe('finish')
})

/** @threat turns.echoed-key */
it('a key is hidden in the arguments and names of calls, so that no other server is given it', async () => {
  const call = { type: 'tool-call', callId: KEY, name: `x__${KEY}` } as const
  const raw = { ...call, type: 'tool-call-invalid', raw: `{${KEY}`, problem: KEY } as const
  const { events } = await played(
    createScriptedModels([stepOf({ ...call, arguments: { [KEY]: [{ deep: `a ${KEY}` }] } }, raw)]),
  )
  expect(JSON.stringify(events)).not.toContain(KEY.slice(4, 20))
  expect(events.map(({ type }) => type)).toEqual(['tool-call', 'tool-call-invalid', 'finish'])
})

/** @threat turns.echoed-key */
it('a key is hidden in errors, which keep their code, and text before them is not lost', async () => {
  const failure = { code: 'bad-request', message: `no ${KEY}`, detail: base64(KEY) }
  const broken = new GatehouseError('model/failed', `bad key ${KEY}`, { data: { failure } })
  const { events, error } = await played(
    createScriptedModels([brokenStep(broken, delta('So Zq7v'))]),
  )
  expect(textOf(events, 'text-delta')).toBe('So Zq7v')
  expect(error).toMatchObject({ code: 'model/failed', data: { failure: { code: 'bad-request' } } })
  const message = JSON.stringify([error?.message, error?.data])
  expect(message).not.toContain(KEY)
  expect(message).not.toContain(base64(KEY).slice(0, 20))
})

/** @threat turns.echoed-key */
it('a list of models shows no key, and a model that is named by it is left out and counted', async () => {
  const models = createScriptedModels([])
  models.listModels = () =>
    Promise.resolve({ models: [{ id: 'a', name: `yours is ${KEY}` }, { id: `b-${KEY}` }] })
  const list = await maskModels(models).listModels(endpoint(), never)
  expect(list.models.map(({ id }) => id)).toEqual(['a'])
  expect(JSON.stringify(list)).not.toContain(KEY)
  expect(list.leftOut).toEqual({ unusable: 1, tooMany: 0 })
})

it.each(['ollama', 'lm-studio', 'sk-no-key-required', ''])(
  'a word that stands for no key, like "%s", is not hidden',
  async (word) => {
    const models = createScriptedModels([stepOf(delta(`Use ${word} here`))])
    expect(textOf((await played(models, word)).events, 'text-delta')).toBe(`Use ${word} here`)
  },
)
