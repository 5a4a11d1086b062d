import type { ModelProvider, ToolCall } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { unsupportedToolMedia } from './unsupported-tool-media.ts'

const provider = (images: boolean | undefined): ModelProvider => ({
  id: 'p',
  kind: 'openai-compatible',
  name: 'P',
  baseUrl: 'https://p.example/v1',
  local: false,
  hasKey: false,
  models: [{ id: 'm', sounds: false, ...(images === undefined ? {} : { images }) }],
  createdAt: 1,
})
const MODEL = { providerId: 'p', modelId: 'm' }
const OTHER = { providerId: 'p', modelId: 'other' }
const kept = { hash: 'a'.repeat(64), bytes: 1, mimeType: 'image/png' }
const call = (...content: NonNullable<ToolCall['result']>['content']) =>
  ({ kind: 'tool-call', result: { content, isError: false } }) as unknown as ToolCall
const picture = { type: 'image', mimeType: 'image/png', kept } as const
const sound = { type: 'audio', mimeType: 'audio/wav', kept } as const
const embedded = {
  type: 'resource',
  resource: { uri: 'x://a', mimeType: 'image/png', kept },
} as const

it('is known for pictures and sounds, in resources as well, of a model that takes none', () => {
  const of = (...entries: ToolCall[]) =>
    unsupportedToolMedia([{ model: OTHER, entries }], provider(false), MODEL)
  expect(of(call(picture))).toBe('images')
  expect(of(call(embedded))).toBe('images')
  expect(of(call(sound))).toBe('sounds')
  expect(of(call(picture), call(sound))).toBe('both')
  expect(of(call({ type: 'text', text: 'a' }))).toBeUndefined()
})

it('is not shown for a model of which that is unknown, nor for one that takes them', () => {
  const turns = [{ model: OTHER, entries: [call(picture)] }]
  expect(unsupportedToolMedia(turns, provider(undefined), MODEL)).toBeUndefined()
  expect(unsupportedToolMedia(turns, provider(true), MODEL)).toBeUndefined()
})

it('is shown once: not again after the same model has answered', () => {
  const given = { model: OTHER, entries: [call(picture)] }
  const answered = { model: MODEL, entries: [] }
  expect(unsupportedToolMedia([given, answered], provider(false), MODEL)).toBeUndefined()
  expect(unsupportedToolMedia([answered, given], provider(false), MODEL)).toBe('images')
  const own = { model: MODEL, entries: [call(picture)] }
  expect(unsupportedToolMedia([own], provider(false), MODEL)).toBe('images')
})
