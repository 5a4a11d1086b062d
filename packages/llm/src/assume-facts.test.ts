import { expect, it } from 'vitest'
import { assumeFacts } from './assume-facts.ts'
import { MODEL_MAKERS } from './model-families.ts'

const at = (baseUrl: string, engine?: 'ollama') => ({
  kind: 'openai-compatible' as const,
  baseUrl,
  engine,
})
const gateway = at('https://gateway.example/v1')

it.each([
  ['gpt-4o', 128_000],
  ['gpt-4o-2024-11-20', 128_000],
  ['openai/gpt-4.1-mini', 1_047_576],
  ['gpt-4-0613', 8192],
  ['meta-llama/Llama-3.1-8B-Instruct', 128 * 1024],
  ['accounts/fireworks/models/llama-3.3-70b', 128 * 1024],
  ['us.anthropic.claude-opus-4-5-20251101-v1:0', 200_000],
  ['openai.gpt-oss-120b-1:0', 128 * 1024],
  ['claude-opus-4-1', 200_000],
  ['qwen3:8b', 40_960],
])('the name %s is of a family that reads %i tokens', (modelId, contextWindow) => {
  expect(assumeFacts(gateway, modelId)).toMatchObject({ contextWindow })
})

it.each(['gpt-4.5-preview', 'gpt-45', 'my-gpt-4o', 'llama', 'o', '', '-', 'x'.repeat(100_000)])(
  'the name %.20s is of no family',
  (modelId) => expect(assumeFacts(gateway, modelId)).toBeUndefined(),
)

it('takes the longest name that fits: a small one is not taken for a large one', () => {
  const openai = at('https://api.openai.com/v1')
  expect(assumeFacts(openai, 'gpt-4o-mini-2024-07-18')?.price).toEqual({ input: 0.15, output: 0.6 })
  expect(assumeFacts(openai, 'gpt-4o-2024-11-20')?.price).toEqual({ input: 2.5, output: 10 })
  expect(assumeFacts(gateway, 'gemma3:1b')?.images).toBe(false)
  expect(assumeFacts(gateway, 'gemma3:4b')?.images).toBe(true)
})

/**
 * @threat models.assumed-price
 * @attacker model
 * @tries Takes the name of a cheap model, so that the cost limit of a chat is never reached.
 * @stoppedBy A price is assumed at the address of the model’s maker alone, and shown as assumed with its month.
 * @remains A provider that lists a wrong price is believed until the person sets another.
 */
it('assumes a price at the maker’s own address alone, with the month in which it was written down', () => {
  const own = assumeFacts(at('https://api.anthropic.com/v1'), 'claude-haiku-4-5')
  expect(own).toMatchObject({
    price: { input: 1, output: 5 },
    pricedIn: expect.stringMatching(/^\d{4}-\d{2}$/),
  })
  for (const elsewhere of ['https://gateway.example/v1', 'https://api.anthropic.com.evil.example'])
    expect(assumeFacts(at(elsewhere), 'claude-haiku-4-5')).not.toHaveProperty('price')
})

it.each([
  'http://127.0.0.1:8080/v1',
  'http://192.168.1.4/v1',
  'http://nas/v1',
  'http://b.local/v1',
])(
  'assumes no size of the context at %s, where an engine reads as much as it was started with',
  (address) => {
    const facts = assumeFacts(at(address), 'llama3.1:8b')
    expect(facts).toMatchObject({ images: false, tools: true })
    expect(facts).not.toHaveProperty('contextWindow')
  },
)

it('assumes of Ollama the context that it has unless it is told otherwise, whatever the model could read', () => {
  const ollama = at('http://127.0.0.1:11434/v1', 'ollama')
  expect(assumeFacts(ollama, 'llama3.1')?.contextWindow).toBe(4096)
  expect(assumeFacts(ollama, 'own-model')).toEqual({ contextWindow: 4096 })
})

it('each name is written as names are compared, once, in the order of the alphabet', () => {
  const all = MODEL_MAKERS.flatMap(({ families }) => Object.keys(families))
  expect(new Set(all).size).toBe(all.length)
  for (const { families, host, pricedIn } of MODEL_MAKERS) {
    const names = Object.keys(families)
    expect(names).toEqual(names.toSorted())
    for (const name of names) expect(name).toMatch(/^[a-z][a-z\d.-]*$/)
    const isPriced = Object.values(families).some(({ price }) => price !== undefined)
    expect([host !== undefined, pricedIn !== undefined]).toEqual([isPriced, isPriced])
  }
})
