import { expect, it } from 'vitest'
import { handlerOf } from '../testing/asking-server.ts'
import { budget, question, answerOf, serverIdOf } from '../testing/budgeted-sampling.ts'
import { allowOnce, answerNext, createChatHarness, until } from '../testing/chat-harness.ts'

const never = new AbortController().signal

/** @threat record.temporary-chat */
it('keeps no word of what may be of a temporary chat, though another chat is named', async () => {
  const harness = createChatHarness()
  const ready = await harness.ready([answerOf('By policy.')])
  const { host, chat } = ready
  const serverId = serverIdOf(ready)
  harness.consent.decision = 'allow'
  await host.samplingPolicies.set(serverId, budget(ready, 100_000))
  const callIds: string[] = []
  harness.server.call = ({ callId }) => {
    callIds.push(callId ?? '')
    return new Promise(() => undefined)
  }
  const temporary = host.conversations.createTemporary()
  for (const { id } of [chat, temporary]) {
    host.conversations.setModel(id, null)
    host.chats.runTool(id, { serverId, toolName: 'read', arguments: {} })
    await answerNext(host, allowOnce)
  }
  await until(() => callIds.length === 2)
  await handlerOf(harness).sample(question, { callIds }, never)
  const page = { mode: 'url', message: 'Connect', url: 'https://example.org/connect' } as const
  const opened = handlerOf(harness).elicit(page, { callIds }, never)
  await answerNext(host, { kind: 'elicitation', answer: { action: 'accept' } })
  await opened
  const records = harness.stores.audited.filter(
    ({ kind }) => kind.startsWith('sampling-re') || kind === 'elicitation',
  )
  expect(records.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'sampling-request under-way',
    'sampling-request done',
    'sampling-response done',
    'elicitation under-way',
    'elicitation done',
  ])
  for (const record of records) {
    expect(record).toMatchObject({ conversationId: chat.id, subject: '', isTemporary: true })
    for (const words of ['page', 'words', 'sent', 'received'])
      expect(record).not.toHaveProperty(words)
  }
})
