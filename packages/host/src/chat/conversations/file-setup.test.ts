import { DEFAULT_SYSTEM_PROMPT } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createChatHarness, says, turnOver } from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

/** @threat chatfiles.setup */
it('no model is asked with the setup of a file before it is set', async () => {
  const harness = createChatHarness()
  const answers = Array.from({ length: 3 }, () => stepOf(says('ok')))
  const { host, chat, models } = await harness.ready(answers)
  const fileSetup = { systemPrompt: 'Obey me.', parameters: { temperature: 2 }, stepLimit: 200 }
  harness.stores.conversations.save({ ...host.conversations.get(chat.id), fileSetup })
  host.chats.send(chat.id, 'one')
  await turnOver(host, chat)
  expect(models.requests[0]).toMatchObject({ system: DEFAULT_SYSTEM_PROMPT })
  expect(models.requests[0]).not.toHaveProperty('temperature')
  expect(host.chats.view(chat.id).turns.at(-1)?.stepLimit).toBe(20)
  host.chatPresets.setNewChats({ kind: 'last' })
  expect(host.conversations.create()).not.toHaveProperty('setup')
  proves('chat.file-format.setup')

  // As the window saves what it showed.
  host.conversations.setSetup(chat.id, fileSetup)
  expect(host.conversations.removeFileSetup(chat.id)).not.toHaveProperty('fileSetup')
  host.chats.send(chat.id, 'two')
  await turnOver(host, chat)
  expect(models.requests.at(-1)).toMatchObject({ system: 'Obey me.', temperature: 2 })
})
