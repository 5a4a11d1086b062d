import type { Entry } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { sourceTextsOf, sourceTextsOfImported } from './source-texts.ts'

const message: Entry = { kind: 'user-message', id: 'entry-1', text: 'I wrote this', createdAt: 1 }
const answered: Entry = {
  kind: 'assistant-message',
  id: 'entry-2',
  step: 1,
  text: 'I answered this',
  reasoning: '',
  status: 'complete',
  createdAt: 1,
}
const called: Entry = {
  kind: 'tool-call',
  id: 'entry-3',
  step: 1,
  callId: 'call-1',
  origin: 'model',
  // As the host's own tool, whose results are in the chat already.
  serverId: null,
  serverName: 'Gatehouse',
  serverHue: 0,
  toolName: 'read_result',
  toolTitle: 'read_result',
  proposedArguments: { a: 'asked' },
  arguments: { a: 'asked' },
  status: 'done',
  result: { content: [{ type: 'text', text: 'it gave this' }], isError: false },
  createdAt: 1,
}

/** @threat chatfiles.passed-off */
test('takes all that an imported turn says for text of its file', () => {
  const found = [message, answered, called].map((entry) =>
    sourceTextsOfImported(entry, 'a.chat.jsonl'),
  )
  expect(found.flatMap(({ own }) => own)).toEqual([])
  expect(found.flatMap(({ sent }) => sent ?? [])).toEqual([])
  const texts = found.flatMap((one) => one.texts)
  expect(texts).toHaveLength(3)
  expect(texts.map(({ from }) => from)).toEqual(
    texts.map(() => ({ kind: 'file', name: 'a.chat.jsonl' })),
  )
  const whole = JSON.stringify(texts)
  for (const text of ['I wrote this', 'I answered this', 'asked', 'it gave this'])
    expect(whole).toContain(text)
})

/** @threat chatfiles.passed-off */
test('takes an imported message that is sent again for text of its file', () => {
  const { own, texts } = sourceTextsOf({ ...message, imported: 'a.chat.jsonl' })
  expect(own).toEqual([])
  expect(texts).toMatchObject([{ from: { kind: 'file' }, parts: ['I wrote this'] }])
  expect(sourceTextsOf(message).own).toEqual(['I wrote this'])
})
