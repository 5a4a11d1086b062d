import { OWN_PROMPT_LIMITS } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createChatHarness } from '../../testing/chat-harness.ts'

it('a prompt is kept, changed and removed, and imported once', () => {
  const { ownPrompts, settings } = createChatHarness().build([]).host
  const [first] = ownPrompts.save({ name: 'Brief', text: 'Be brief.' }).ownPrompts
  ownPrompts.save({ id: first?.id, name: 'Briefer', text: 'Be brief.' })
  const file = [
    { name: 'Briefer', text: 'Be brief.' },
    { name: 'Briefer', text: 'In one line.' },
  ]
  ownPrompts.import(file)
  ownPrompts.import(file)
  expect(settings().ownPrompts).toEqual([
    { id: first?.id, name: 'Briefer', text: 'Be brief.' },
    { id: expect.any(String), name: 'Briefer', text: 'In one line.' },
  ])
  ownPrompts.remove(first?.id ?? '')
  expect(settings().ownPrompts).toMatchObject([{ text: 'In one line.' }])
  proves('chat.own-prompts.kept')
})

it('refuses more than the settings hold, and keeps what was there', () => {
  const { ownPrompts, settings } = createChatHarness().build([]).host
  ownPrompts.save({ name: 'First', text: 'One' })
  const text = 'x'.repeat(OWN_PROMPT_LIMITS.text)
  const many = Array.from({ length: 21 }, (_, at) => ({ name: `Long ${at}`, text }))
  expect(() => ownPrompts.import(many)).toThrow(
    expect.objectContaining({ code: 'chat/too-many-prompts' }),
  )
  expect(settings().ownPrompts).toMatchObject([{ name: 'First' }])
})
