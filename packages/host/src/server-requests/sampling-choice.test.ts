import type { ModelProvider } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { chooseModel } from './sampling-choice.ts'

const provider = (id: string, ...models: string[]): ModelProvider => ({
  id,
  kind: 'openai-compatible',
  name: id,
  baseUrl: 'http://127.0.0.1:1/v1',
  local: true,
  hasKey: false,
  models: models.map((model) => ({ id: model })),
  createdAt: 0,
})
const hinted = (...names: string[]) => ({
  modelPreferences: { hints: names.map((name) => ({ name })) },
})
const providers = [provider('a', 'qwen3-8b', 'qwen3-30b'), provider('b', 'claude-sonnet-5')]
const ref = (providerId: string, modelId: string) => ({ providerId, modelId })

it('takes the first hint that fits', () => {
  expect(chooseModel(hinted('gpt', 'Sonnet', 'qwen'), providers, null)).toEqual({
    model: ref('b', 'claude-sonnet-5'),
    because: 'hint',
    hint: 'Sonnet',
  })
})

it('takes the default when it fits the hint too', () => {
  const preferred = ref('a', 'qwen3-30b')
  expect(chooseModel(hinted('qwen'), providers, preferred)).toMatchObject({ model: preferred })
})

/** @threat turns.sampling-lists */
it('looks at a bounded number of hints', () => {
  const fitting = hinted(...Array.from({ length: 64 }, () => 'no such'), 'sonnet')
  expect(chooseModel(fitting, providers, null)).toEqual({ model: null, because: 'none' })
})

it('does not take an empty hint for one that fits everything', () => {
  expect(chooseModel(hinted('', ' '), providers, null)).toEqual({ model: null, because: 'none' })
})

it('does not propose a default that is not connected any more', () => {
  const gone = ref('gone', 'x')
  expect(chooseModel({}, [provider('a', 'only')], gone)).toEqual({
    model: ref('a', 'only'),
    because: 'only',
  })
  expect(chooseModel({}, providers, gone)).toEqual({ model: null, because: 'none' })
  expect(chooseModel({}, providers, ref('b', 'claude-sonnet-5'))).toMatchObject({
    because: 'default',
  })
})
