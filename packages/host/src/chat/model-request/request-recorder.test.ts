import { canonicalJson, offeredToolsSchema, parseJson, type OfferedTool } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../../testing/asking-server.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf, textDigest, toolNamed } from '../../testing/index.ts'
import { definitionText } from '../tool-offers/tool-catalog.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const kept = (hash: string | undefined): string => {
  const text = harness.stores.turns.textByHash(hash ?? '')
  if (text === null) throw new Error('It is not kept.')
  expect(textDigest.sha256(text)).toBe(hash)
  return text
}
const toolsOf = (hash: string | undefined): OfferedTool[] => {
  const json = parseJson(kept(hash))
  return offeredToolsSchema.parse(json.ok ? json.value : null)
}

it('a turn says what its model was asked with, and the definitions of the tools can be read', async () => {
  const { host, chat, models } = await harness.ready([stepOf(says('Yes.'))])
  host.chats.send(chat.id, 'Hello')
  const turn = await turnOver(host, chat)
  const [settings, ...more] = harness.stores.turns.requestSnapshots(turn.id)
  expect(more).toEqual([])
  expect(settings).toMatchObject({
    step: 1,
    providerId: turn.model?.providerId,
    providerName: 'Local',
    source: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', modelId: 'm' },
    parameters: { maxOutputTokens: 8192 },
  })
  expect(kept(settings?.system)).toBe(models.requests[0]?.system)
  const offered = toolsOf(settings?.tools)
  expect(offered.map(({ name }) => name)).toEqual(models.requests[0]?.tools.map(({ name }) => name))
  const [read] = offered
  expect(read).toMatchObject({ serverName: 'files', tool: 'read' })
  expect(read?.serverIdentity).toMatch(/^[0-9a-f]{64}$/)
  expect(kept(read?.definition)).toBe(definitionText(toolNamed('read')))
  proves('record.made-with.asked')
})

it('what is the same is not written again, and a step with other tools says so', async () => {
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__read')),
    stepOf(calls('c2', 'files__read')),
    stepOf(says('Done.')),
  ])
  host.chats.send(chat.id, 'Read twice')
  await answerNext(host, allowOnce)
  await until(() => callsOf(lastTurn(host, chat)).length === 2)
  const listener = harness.server.opened.at(-1)?.listener
  harness.server.tools = [toolNamed('read'), toolNamed('later')]
  listener?.onToolsChanged(harness.server.tools)
  await answerNext(host, allowOnce)
  const turn = await turnOver(host, chat)
  const settings = harness.stores.turns.requestSnapshots(turn.id)
  expect(settings.map(({ step }) => step)).toEqual([1, 3])
  expect(toolsOf(settings[1]?.tools).map(({ tool }) => tool)).toContain('later')
  expect(settings[0]?.system).toBe(settings[1]?.system)
})

it('the record of a call names its result by its hash', async () => {
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read')), stepOf()])
  host.chats.send(chat.id, 'Read')
  await answerNext(host, allowOnce)
  const [call] = callsOf(await turnOver(host, chat))
  const text = canonicalJson(call?.result)
  const records = harness.stores.audited.filter(({ kind }) => kind === 'tool-call')
  expect(records.map(({ received }) => received)).toEqual([
    undefined,
    { sha256: textDigest.sha256(text), characters: text.length, fileBytes: 0 },
  ])
})

it('large parts of a result are held by its hash in the record too', async () => {
  const large = 'word '.repeat(20_000)
  harness.server.call = () =>
    Promise.resolve({ content: [{ type: 'text', text: large }], isError: false })
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read')), stepOf()])
  host.chats.send(chat.id, 'Read')
  await answerNext(host, allowOnce)
  const [call] = callsOf(await turnOver(host, chat))
  const text = canonicalJson(call?.result)
  expect(text.length).toBeLessThan(10_000)
  expect(harness.stores.audited.at(-1)?.received).toEqual({
    sha256: textDigest.sha256(text),
    characters: text.length,
    fileBytes: large.length,
  })
  proves('record.made-with.results')
})

it('the record of a sampling holds what the model wrote, whatever the person made of it', async () => {
  const { host, chat } = await harness.ready([stepOf(says('Fine.'))])
  const { model } = host.conversations.get(chat.id)
  if (!model) throw new Error('There is no model.')
  const request = {
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'The plan' }] }],
    maxTokens: 10,
  }
  const signal = new AbortController().signal
  const asked = handlerOf(harness).sample(request, { callIds: [] }, signal)
  const ask = await nextAsk(host, 'sampling-request')
  answerAsk(host, ask.id, { kind: 'sampling-request', answer: { decision: 'run', model, request } })
  const { response } = await nextAsk(host, 'sampling-response')
  const content = [{ type: 'text' as const, text: 'Mine.' }]
  await answerNext(host, {
    kind: 'sampling-response',
    answer: { decision: 'send', response: { ...response, content } },
  })
  await asked
  const record = harness.stores.audited.find(({ kind }) => kind === 'sampling-response')
  expect(record?.received?.sha256).toBe(textDigest.sha256(canonicalJson(response)))
  expect(record?.sent?.sha256).not.toBe(record?.received?.sha256)
})
