import type { SamplingRequest } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  answerAsk,
  answerNext,
  createChatHarness,
  says,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const none = { callIds: [] }
const never = new AbortController().signal
const request: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'The plan' }] }],
  maxTokens: 10,
}

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const records = (kind: string) => harness.stores.audited.filter((record) => record.kind === kind)

it('the record of a page names its host and its address, whatever the server says of it', async () => {
  const { host } = await harness.ready([])
  const url = 'https://github.com@evil.example/steal'
  const page = { mode: 'url', message: 'Sign in at github.com', url } as const
  const answer = handlerOf(harness).elicit(page, none, never)
  await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
  await answer
  expect(records('elicitation')).toMatchObject([
    {
      subject: expect.stringMatching(/^evil\.example \(/),
      page: url,
      words: 'Sign in at github.com',
      decision: 'accept',
    },
  ])
})

it('the records of a sampling name the model and who provides it', async () => {
  const { host, chat } = await harness.ready([stepOf(says('Fine.'))])
  const { model } = chat.model ? chat : host.conversations.get(chat.id)
  if (!model) throw new Error('There is no model.')
  const asked = handlerOf(harness).sample(request, none, never)
  const ask = await nextAsk(host, 'sampling-request')
  answerAsk(host, ask.id, { kind: 'sampling-request', answer: { decision: 'run', model, request } })
  const { response } = await nextAsk(host, 'sampling-response')
  await answerNext(host, { kind: 'sampling-response', answer: { decision: 'send', response } })
  await asked
  const named = { model: { provider: 'Local', id: 'm' } }
  expect(records('sampling-request')).toMatchObject([{ subject: 'The plan', ...named }])
  expect(records('sampling-response')).toMatchObject([{ subject: 'Fine.', ...named }])
})

it('the record of a sampling that no model read names none', async () => {
  const { host } = await harness.ready([])
  const asked = handlerOf(harness).sample(request, none, never)
  await nextAsk(host, 'sampling-request')
  await answerNext(host, {
    kind: 'sampling-request',
    answer: { decision: 'by-hand', text: 'Mine.' },
  })
  await asked
  expect(records('sampling-request')[0]).not.toHaveProperty('model')
})
