import { expect, it } from 'vitest'
import { pageText, sanitizeProviderMessage } from './provider-message.ts'

it('takes the key out in every form it may be repeated in', () => {
  const key = 'abc+/=def&123'
  const text = `bad key ${key}, ?key=${encodeURIComponent(key)}, Bearer other-secret, sk-proj-A1b2C3d4E5f6`
  const quoted = sanitizeProviderMessage(text, { key })
  for (const secret of ['abc+', 'abc%2B', 'other-secret', 'A1b2C3'])
    expect(quoted).not.toContain(secret)
})

/** @threat turns.echoed-key */
it('takes out a key that what cannot be seen parts in two, and hides before it shortens', () => {
  const key = 'Zq7vWx81LmNop2RstUvXy93a'
  const parted = `bad ${key.slice(0, 9)}\u200B${key.slice(9)}`
  expect(sanitizeProviderMessage(parted, { key })).toBe('bad [key]')
  const hide = (text: string): string => text.replaceAll('OTHER-SPELLING', '•')
  const long = `${'x'.repeat(290)} OTHER-SPELLING`
  expect(sanitizeProviderMessage(long, { key, hide })).toBe(`${'x'.repeat(290)} •`)
})

it('leaves no control or invisible characters and no more than a few lines of hostile text', () => {
  const quoted = sanitizeProviderMessage(`a\u0000b\u202Ec\u001b[31m${'👋'.repeat(1000)}`, {
    key: undefined,
  })
  expect(quoted).toMatch(/^a bc \[31m👋/)
  expect(quoted.length).toBeLessThanOrEqual(300)
  expect(encodeURIComponent(quoted)).toContain('%F0%9F%91%8B')
})

it('reads a web page by its title, or by its text', () => {
  expect(pageText('<html><TITLE lang="en">Not here</TITLE><body>x</body>')).toBe('Not here')
  expect(pageText('<p>Only <b>text</b></p>').replaceAll(/\s+/g, ' ').trim()).toBe('Only text')
})
