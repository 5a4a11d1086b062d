import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { ModelEvent } from '../../ports/index.ts'
import {
  allowInChat,
  answerNext,
  calls,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

const setAside: ModelEvent = {
  type: 'tools-quarantined',
  names: ['files__write'],
  reason: 'Its input schema is too large.',
  fault: 'too-large',
}

/** @threat context.unseen-quarantine */
it('a turn says which tools its model was not offered, why and whose they are, once', async () => {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready([
    stepOf(setAside, calls('c1', 'files__read')),
    stepOf(setAside, says('Done')),
  ])
  host.chats.send(chat.id, 'Go')
  await answerNext(host, allowInChat)
  await turnOver(host, chat)
  const serverId = host.servers.list()[0]?.config.id
  expect(lastTurn(host, chat).leftOutTools).toEqual([
    {
      name: 'files__write',
      reason: 'Its input schema is too large.',
      fault: 'too-large',
      place: { serverId, serverName: 'files', tool: 'write' },
    },
  ])
  const events = harness.events.recorded.filter(
    ({ name, payload }) =>
      name === 'turn.events' && JSON.stringify(payload).includes('"type":"tools-left-out"'),
  )
  expect(events).toHaveLength(1)
  proves('turns.quarantine.kept')
})
