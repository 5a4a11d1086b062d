import { DEFAULT_SYSTEM_PROMPT, type ChatSetup } from '@gatehouse/domain/chats'
import { expect, test } from 'vitest'
import { faultsOf, fieldsOf, setupOf } from './setup-form.ts'

test('what is kept and what is shown are the same', () => {
  const setup: ChatSetup = {
    systemPrompt: '',
    parameters: {
      temperature: 0,
      maxOutputTokens: 1,
      reasoningEffort: 'none',
      stopSequences: ['a', ' b'],
    },
    toolsOff: [{ serverId: 'server-1', tool: 'echo' }],
    stepLimit: 200,
  }
  expect(setupOf(fieldsOf(setup))).toEqual(setup)
  expect(fieldsOf({}).systemPrompt).toBe(DEFAULT_SYSTEM_PROMPT)
  expect(setupOf(fieldsOf({}))).toEqual({})
})

test.each([
  ['temperature', '2.1'],
  ['temperature', 'hot'],
  ['maxOutputTokens', '0'],
  ['maxOutputTokens', '1.5'],
  ['stepLimit', '201'],
  ['stop', '1\n2\n3\n4\n5'],
  ['stop', 'x'.repeat(201)],
] as const)('%s of %j is said to be wrong, and nothing is kept', (name, text) => {
  const fields = { ...fieldsOf({}), [name]: text }
  expect(faultsOf(fields)[name]).toBe(true)
  expect(setupOf(fields)).toBeUndefined()
})
