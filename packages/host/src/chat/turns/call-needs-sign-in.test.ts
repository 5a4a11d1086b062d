import { GatehouseError } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  callsOf,
  createChatHarness,
  turnOver,
} from '../../testing/chat-harness.ts'

it.each([
  [{ signIn: 'sign-in/unreachable' }, true],
  [{ detail: 'no' }, undefined],
])('a call that failed with %o is marked for a sign-in: %s', async (data, needsSignIn) => {
  const harness = createChatHarness()
  harness.server.call = () =>
    Promise.reject(new GatehouseError('call/protocol', 'It wants a sign-in.', { data }))
  const { host, chat } = await harness.ready([])
  const serverId = host.servers.list()[0]?.config.id ?? ''
  host.conversations.setModel(chat.id, null)
  host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
  await answerNext(host, allowOnce)
  const [call] = callsOf(await turnOver(host, chat))
  expect(call?.status).toBe('failed')
  expect(call?.needsSignIn).toBe(needsSignIn)
  const records = harness.stores.audited
  const ended = records.find(({ outcome }) => outcome === 'failed')
  expect(ended?.needsSignIn).toBe(needsSignIn)
})
