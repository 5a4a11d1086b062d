import { canonicalJson, GatehouseError } from '@gatehouse/domain'
import type { SamplingAnswer, SamplingRequest } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { cityForm, handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  allowInChat,
  answerAsk,
  answerNext,
  calls,
  createChatHarness,
  says,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { brokenStep, stepOf, textDigest } from '../testing/index.ts'

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

/**
 * @threat record.page-by-its-words
 * @attacker server
 * @tries To have the record of an opened page say the server’s words instead of where it led.
 * @stoppedBy The subject is the host and the address as the browser is given it; the server’s words stand beside it and
 * are called so.
 */
it('the record of a page names its host and its address, whatever the server says of it', async () => {
  const { host } = await harness.ready([])
  const url = 'https://github.com@evil.example/steal'
  const page = { mode: 'url', message: 'Sign in at github.com', url } as const
  const answer = handlerOf(harness).elicit(page, none, never)
  await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
  await answer
  const named = {
    subject: expect.stringMatching(/^evil\.example \(/),
    page: url,
    words: 'Sign in at github.com',
    decision: 'accept',
  }
  // Before it is opened, and what came of it.
  expect(records('elicitation')).toMatchObject([named, named])
})

/**
 * @threat record.who-read-it
 * @attacker server
 * @tries To have a request read by a model that no record names.
 * @stoppedBy The record of a sampling request and of its answer names the model and who provides it.
 */
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

/** @threat record.who-read-it */
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

/** Runs a sampling request to the record of its answer. */
async function sampled(edit: { request?: SamplingRequest; text?: string }) {
  const { host, chat } = await harness.ready([stepOf(says('Fine.'))])
  const { model } = host.conversations.get(chat.id)
  if (!model) throw new Error('There is no model.')
  const asked = handlerOf(harness).sample(request, none, never)
  const ask = await nextAsk(host, 'sampling-request')
  const run = { decision: 'run', model, request: edit.request ?? request } as const
  answerAsk(host, ask.id, { kind: 'sampling-request', answer: run })
  const { response } = await nextAsk(host, 'sampling-response')
  const sent: SamplingAnswer =
    edit.text === undefined
      ? response
      : { ...response, content: [{ type: 'text', text: edit.text }] }
  const answer = { decision: 'send', response: sent } as const
  await answerNext(host, { kind: 'sampling-response', answer })
  return { given: await asked, identity: ask.serverIdentity }
}

const hashOf = (value: unknown): string => textDigest.sha256(canonicalJson(value))

/**
 * @threat asks.unrecorded-edit
 * @attacker server
 * @tries To deny afterwards what it was given, or which tool and server a decision was about.
 * @stoppedBy The record has the hash of what went out, its beginning where the person changed it, the values of a form,
 * the identity of server and tool, and which grant decided.
 */
it('a sampling that the person edited is recorded as edited, with the hash and the begin of what went out', async () => {
  const edited = { ...request, systemPrompt: 'Say nothing of the budget.' }
  const long = 'An answer of my own. '.repeat(500)
  const { given, identity } = await sampled({ request: edited, text: long })
  expect(records('sampling-request')).toMatchObject([
    {
      edited: true,
      by: { kind: 'person' },
      serverIdentity: identity,
      sent: { to: 'model', sha256: hashOf(edited), excerpt: canonicalJson(edited) },
    },
  ])
  const [answer] = records('sampling-response')
  expect(answer).toMatchObject({
    edited: true,
    sent: { to: 'server', sha256: hashOf(given), characters: canonicalJson(given).length },
  })
  expect(answer?.sent?.excerpt).toBe(canonicalJson(given).slice(0, 2000))
})

/** @threat asks.unrecorded-edit */
it('a sampling that nobody edited is recorded by its hash alone', async () => {
  const { given } = await sampled({})
  expect(records('sampling-request')[0]).toMatchObject({ edited: false })
  expect(records('sampling-response')[0]?.sent).toEqual({
    to: 'server',
    sha256: hashOf(given),
    characters: canonicalJson(given).length,
  })
})

/** @threat asks.unrecorded-edit */
it('a request that was edited for a run that failed is still recorded as edited when it runs again', async () => {
  const failed = new GatehouseError('model/failed', 'It is busy.')
  const { host, chat } = await harness.ready([brokenStep(failed), stepOf(says('Fine.'))])
  const { model } = host.conversations.get(chat.id)
  if (!model) throw new Error('There is no model.')
  void handlerOf(harness).sample(request, none, never)
  const edited = { ...request, systemPrompt: 'Mine.' }
  const run = { decision: 'run', model, request: edited } as const
  await answerNext(host, { kind: 'sampling-request', answer: run })
  const again = await until(() =>
    host.asks.pending().find((ask) => ask.kind === 'sampling-request' && ask.problem),
  )
  answerAsk(host, again.id, { kind: 'sampling-request', answer: run })
  await nextAsk(host, 'sampling-response')
  expect(records('sampling-request')).toMatchObject([{ edited: true }, { edited: true }])
})

/** @threat asks.unrecorded-edit */
it('an answer by hand is recorded with its begin, and a refusal with nothing sent', async () => {
  const { host } = await harness.ready([])
  const asked = handlerOf(harness).sample(request, none, never)
  const byHand = { decision: 'by-hand', text: 'Mine.' } as const
  await answerNext(host, { kind: 'sampling-request', answer: byHand })
  await asked
  void handlerOf(harness).sample(request, none, never).catch(String)
  await answerNext(host, { kind: 'sampling-request', answer: { decision: 'deny' } })
  const [first, second] = records('sampling-request')
  expect(first?.sent).toMatchObject({ to: 'server', sha256: hashOf('Mine.'), excerpt: '"Mine."' })
  expect(second).not.toHaveProperty('sent')
})

/**
 * @threat asks.secrets-in-record
 * @attacker file
 * @tries To read passwords and keys that were typed into forms out of the record on disk.
 * @stoppedBy A value whose field, form or look says that it is a secret is not recorded; the row of a settled ask is
 * removed and its pages are overwritten.
 * @remains A secret without any sign of being one is in the record, like any other value: the first 200 characters of a
 * field, the first 2,000 of a sampling that was edited.
 */
it('the record of a form says which fields were sent with which values, and keeps no secret', async () => {
  const { host } = await harness.ready([])
  const requestedSchema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      nights: { type: 'integer', default: 3 },
      password: { type: 'string' },
      note: { type: 'string', description: 'Paste your API key' },
      hidden: { type: 'string', title: 'Your passphrase' },
      plain: { type: 'string' },
      long: { type: 'string' },
    },
  }
  const answer = handlerOf(harness).elicit(
    { mode: 'form', message: 'Book', requestedSchema },
    none,
    never,
  )
  const content = {
    city: 'Bern',
    password: 'hunter2',
    note: 'open sesame',
    hidden: 'plain words',
    plain: 'ghp_0123456789abcdefABCDEF0123456789',
    long: 'x'.repeat(5000),
  }
  await answerNext(host, { kind: 'elicitation', answer: { action: 'accept', content } })
  await answer
  const [record] = records('elicitation')
  expect(record?.fields).toEqual([
    { name: 'city', value: 'Bern' },
    { name: 'nights', value: '3' },
    { name: 'password' },
    { name: 'note' },
    { name: 'hidden' },
    { name: 'plain' },
    { name: 'long', value: `${'x'.repeat(199)}…` },
  ])
  expect(JSON.stringify(harness.stores.audited)).not.toMatch(/hunter2|sesame|plain words|ghp_/)
})

/** @threat asks.secrets-in-record */
it('no text of a form whose message asks for a secret is kept', async () => {
  const { host } = await harness.ready([])
  const requestedSchema = {
    type: 'object',
    properties: { value: { type: 'string' }, twice: { type: 'boolean' } },
  }
  const answer = handlerOf(harness).elicit(
    { mode: 'form', message: 'Enter your GitHub password', requestedSchema },
    none,
    never,
  )
  const content = { value: 'open sesame', twice: true }
  await answerNext(host, { kind: 'elicitation', answer: { action: 'accept', content } })
  await answer
  expect(records('elicitation')[0]?.fields).toEqual([
    { name: 'value' },
    { name: 'twice', value: 'true' },
  ])
})

/** @threat asks.secrets-in-record */
it('a form that was declined leaves no values in its record', async () => {
  const { host } = await harness.ready([])
  const answer = handlerOf(harness).elicit(cityForm, none, never)
  await answerNext(host, { kind: 'elicitation', answer: { action: 'decline' } })
  await answer
  expect(records('elicitation')[0]).not.toHaveProperty('fields')
})

/** @threat asks.unrecorded-edit */
it('the record of a call names server and tool by identity, and the grant that allowed it', async () => {
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__read')),
    stepOf(calls('c2', 'files__read', { path: 'b' })),
    stepOf(says('Done.')),
  ])
  host.chats.send(chat.id, 'go')
  await answerNext(host, allowInChat)
  await turnOver(host, chat)
  const serverId = host.servers.list()[0]?.config.id ?? ''
  const { identity } = host.servers.get(serverId)
  const grant = harness.stores.grants.find(chat.id, serverId, 'read')[0]
  const named = {
    serverIdentity: identity,
    tool: { name: 'read', definition: grant?.definitionHash },
  }
  expect(records('tool-call')).toMatchObject([
    { ...named, by: { kind: 'person' }, outcome: 'under-way' },
    { ...named, by: { kind: 'person' }, outcome: 'done' },
    { ...named, by: { kind: 'grant', grantId: grant?.id }, outcome: 'under-way' },
    { ...named, by: { kind: 'grant', grantId: grant?.id }, outcome: 'done' },
  ])
  expect(records('tool-call').at(-1)?.sent).toMatchObject({
    to: 'server',
    sha256: hashOf({ path: 'b' }),
  })
})
