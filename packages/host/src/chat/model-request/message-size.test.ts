import type { ContentBlock } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { sizeOfMessages } from './message-size.ts'

const resultsWith = (block: ContentBlock): number =>
  sizeOfMessages([
    { role: 'tool', results: [{ callId: 'c1', name: 'shoot', isError: false, content: [block] }] },
  ]).results

const DATA = 'A'.repeat(1_000_000)
const uri = 'cam://last'

it('a picture counts the same in an embedded resource as by itself, and not as text', () => {
  const own = resultsWith({ type: 'image', mimeType: 'image/png', data: DATA })
  const embedded = resultsWith({
    type: 'resource',
    resource: { uri, mimeType: 'image/png', blob: DATA },
  })
  expect(own).toBe(1600)
  expect(embedded - own).toBeGreaterThan(0)
  expect(embedded - own).toBeLessThan(50)
})

it('the text of an embedded resource counts, and data that no model is sent does not', () => {
  const text = 'word '.repeat(1000)
  expect(resultsWith({ type: 'resource', resource: { uri, text } })).toBeGreaterThan(900)
  const archive = { uri, mimeType: 'application/zip', blob: DATA }
  expect(resultsWith({ type: 'resource', resource: archive })).toBeLessThan(50)
})
