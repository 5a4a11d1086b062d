import { expect, it } from 'vitest'
import { knownModel, knownModelOf } from './known-model.ts'
import { acceptsMedia } from './media-support.ts'

const listed = {
  id: 'm',
  contextWindow: 8000,
  assumed: {
    contextWindow: 128_000,
    images: false,
    sounds: true,
    price: { input: 1, output: 2 },
    pricedIn: '2026-03',
  },
}

it('what the person says wins over what the provider states, and that over what is assumed', () => {
  const provider = { models: [listed], overrides: [{ id: 'm', images: true }] }
  expect(knownModel(provider, 'm')).toEqual({
    contextWindow: { value: 8000, origin: 'stated' },
    images: { value: true, origin: 'overridden' },
    sounds: { value: true, origin: 'assumed' },
    price: { value: { input: 1, output: 2 }, origin: 'assumed' },
    pricedIn: '2026-03',
  })
})

it('says when an assumed price was written down, and nothing of the date of another price', () => {
  const price = { input: 3, output: 4 }
  const provider = { models: [listed], overrides: [{ id: 'm', price }] }
  const known = knownModel(provider, 'm')
  expect([known.price, known.pricedIn]).toEqual([{ value: price, origin: 'overridden' }, undefined])
})

it('takes a no for an answer: what was overridden with false is not looked for elsewhere', () => {
  const provider = {
    kind: 'openai-compatible' as const,
    models: [{ id: 'm', images: true }],
    overrides: [{ id: 'm', images: false }],
  }
  expect(acceptsMedia(provider, 'm', 'image/png')).toBe(false)
  expect(acceptsMedia({ ...provider, overrides: [] }, 'm', 'image/png')).toBe(true)
})

it('knows nothing of a model that nobody speaks of, and what the person says of one that is not listed', () => {
  const providers = [{ id: 'p', models: [], overrides: [{ id: 'gone', contextWindow: 4096 }] }]
  expect(knownModelOf(providers, null)).toBeUndefined()
  expect(knownModelOf(providers, { providerId: 'q', modelId: 'gone' })).toBeUndefined()
  const gone = knownModelOf(providers, { providerId: 'p', modelId: 'gone' })
  expect(gone?.contextWindow).toEqual({ value: 4096, origin: 'overridden' })
  expect(knownModel(undefined, 'm').contextWindow).toBeUndefined()
})
