import type { AskAnswer } from '@gatehouse/domain'
import type { ElicitationRequest, FormValue } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../testing/asking-server.ts'
import { answerNext, createChatHarness, type ChatHarness } from '../testing/chat-harness.ts'
import type { Host } from '../host.ts'
import { SavedFormValues } from './saved-form-values.ts'

type Form = Extract<ElicitationRequest, { mode: 'form' }>
type Fields = Form['requestedSchema']

const never = new AbortController().signal
const none = { callIds: [] }
const text = { type: 'string' }
const formOf = (properties: Fields, message = 'Who are you?'): Form => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties },
})
const person = formOf({ name: text, city: text, password: text, note: text })

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

/** A form is sent; `keep` as the card says it. */
async function send(
  host: Host,
  form: Form,
  { keep, ...content }: { keep?: boolean } & Record<string, FormValue>,
): Promise<void> {
  const answer = handlerOf(harness).elicit(form, none, never)
  const given: AskAnswer = {
    kind: 'elicitation',
    answer: { action: 'accept', content },
    ...(keep === undefined ? {} : { keep }),
  }
  await answerNext(host, given)
  await answer
}

/** Returns the saved values that are offered for this form next time. */
async function offered(host: Host, form: Form) {
  const answer = handlerOf(harness).elicit(form, none, never)
  const ask = await nextAsk(host, 'elicitation')
  const matching = host.formValues.matching(ask)
  await answerNext(host, { kind: 'elicitation', answer: { action: 'cancel' } })
  await answer
  return matching?.values
}

/**
 * @threat asks.remembered-answers
 * @attacker server
 * @tries To get in a form what the person entered in another one, of a server of that name or under a field of that
 * name.
 * @stoppedBy Only what the person asked to remember is kept, without what may be a secret, for the identity that the
 * server had; it is filled in by a press, in view, and sent by another.
 */
it('nothing is kept of a form that was sent, unless the person says so', async () => {
  const { host } = await harness.ready([])
  await send(host, person, { name: 'Ada' })
  await send(host, person, { keep: false, name: 'Ada' })
  expect(host.formValues.list()).toEqual([])
  expect(await offered(host, person)).toBeUndefined()
})

it('what was kept is offered to the next form of the server, where its field takes it', async () => {
  const { host } = await harness.ready([])
  await send(host, person, { keep: true, name: 'Ada', city: 'Bern' })
  expect(await offered(host, person)).toEqual({ name: 'Ada', city: 'Bern' })
  const other = formOf({ name: { type: 'string', enum: ['Bob', 'Eve'] }, city: text, age: text })
  expect(await offered(host, other)).toEqual({ city: 'Bern' })
  await send(host, person, { keep: true, city: 'Basel' })
  expect(await offered(host, person)).toEqual({ name: 'Ada', city: 'Basel' })
})

it('nothing of a form that was declined or put away is kept', async () => {
  const { host } = await harness.ready([])
  for (const action of ['decline', 'cancel'] as const) {
    const answer = handlerOf(harness).elicit(person, none, never)
    await answerNext(host, { kind: 'elicitation', answer: { action }, keep: true })
    await answer
  }
  expect(host.formValues.list()).toEqual([])
})

/** @threat asks.remembered-answers */
it('what may be a secret is never kept, by its field, its look or the words of the form', async () => {
  const { host } = await harness.ready([])
  const key = 'sk-live-0123456789abcdefghij'
  await send(host, person, { keep: true, name: 'Ada', password: 'hunter2', note: key })
  const kept = JSON.stringify(harness.stores.formValues.list())
  expect(kept).toContain('Ada')
  for (const secret of ['hunter2', key]) expect(kept).not.toContain(secret)
  await send(host, formOf({ city: text }, 'Enter your password'), { keep: true, city: 'hunter2' })
  expect(JSON.stringify(harness.stores.formValues.list())).not.toContain('hunter2')
})

/** @threat asks.remembered-answers */
it('is not filled into a field that asks for a secret by now', async () => {
  const { host } = await harness.ready([])
  await send(host, person, { keep: true, note: 'Ada' })
  const asks = formOf({ note: { type: 'string', title: 'Your API key' } })
  expect(await offered(host, asks)).toBeUndefined()
})

/** @threat asks.remembered-answers */
it('is for who the server was: another identity is offered nothing, and takes its place', async () => {
  const { host } = await harness.ready([])
  const saved = new SavedFormValues({ stores: harness.stores, clock: { now: () => 7 } })
  const answer = handlerOf(harness).elicit(person, none, never)
  const ask = await nextAsk(host, 'elicitation')
  const other = { ...ask, serverIdentity: 'another' }
  saved.keep(ask, person, { name: 'Ada' })
  expect(saved.matching(ask)?.values).toEqual({ name: 'Ada' })
  expect(saved.matching(other)).toBeNull()
  saved.keep(other, person, { city: 'Bern' })
  expect(saved.matching(other)).toEqual({ savedAt: 7, values: { city: 'Bern' } })
  expect(saved.matching(ask)).toBeNull()
  await answerNext(host, { kind: 'elicitation', answer: { action: 'cancel' } })
  await answer
})

it('keeps the latest hundred values, and none that is long', async () => {
  const { host } = await harness.ready([])
  const saved = new SavedFormValues({ stores: harness.stores, clock: { now: () => 7 } })
  const answer = handlerOf(harness).elicit(person, none, never)
  const ask = await nextAsk(host, 'elicitation')
  for (let at = 0; at < 110; at += 1) saved.keep(ask, person, { [`field ${at}`]: 'x' })
  saved.keep(ask, person, { long: 'x'.repeat(2001) })
  const [row] = saved.list()
  expect(row?.fields).toHaveLength(100)
  expect(row?.fields.at(0)).toBe('field 10')
  await answerNext(host, { kind: 'elicitation', answer: { action: 'cancel' } })
  await answer
})

it('is forgotten when the person says so, and with the server', async () => {
  const { host } = await harness.ready([])
  const serverId = host.servers.list()[0]?.config.id ?? ''
  await send(host, person, { keep: true, name: 'Ada' })
  host.formValues.forget(serverId)
  expect(await offered(host, person)).toBeUndefined()
  await send(host, person, { keep: true, name: 'Ada' })
  expect(host.formValues.list()).toMatchObject([{ serverId, fields: ['name'] }])
  await host.servers.remove(serverId)
  expect(host.formValues.list()).toEqual([])
})
