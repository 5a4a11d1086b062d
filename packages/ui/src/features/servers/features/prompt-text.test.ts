import { expect, it } from 'vitest'
import { promptText } from './prompt-text.ts'

const roles = { user: 'User', assistant: 'Assistant' }

it('a draft made of a prompt does not pretend that the person said what the assistant says', () => {
  const { text, leftOut } = promptText(
    {
      messages: [
        { role: 'user', content: { type: 'text', text: 'Write.' } },
        { role: 'user', content: { type: 'image', data: '', mimeType: 'image/png' } },
        { role: 'assistant', content: { type: 'text', text: 'About what?' } },
      ],
    },
    roles,
  )
  expect(text).toBe('User: Write.\n\nAssistant: About what?')
  expect(leftOut).toBe(1)
})

it('a draft made of a prompt keeps the text of an embedded resource with its address', () => {
  const resource = { uri: 'n://1', text: 'Note' }
  const messages = [{ role: 'user' as const, content: { type: 'resource' as const, resource } }]
  expect(promptText({ messages }, roles)).toEqual({ text: 'n://1\nNote', leftOut: 0 })
})
