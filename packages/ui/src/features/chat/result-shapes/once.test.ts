import type { JsonValue, StoredBlock } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { partsOnce } from './once.ts'

const text = (words: string): StoredBlock => ({ type: 'text', text: words })

const cases: [name: string, texts: string[], structured: JsonValue, drawn: [string[], boolean]][] =
  [
    ['the same JSON', ['{"a": 1, "b": [2]}'], { b: [2], a: 1 }, [[], true]],
    ['other JSON', ['{"a": 2}'], { a: 1 }, [['{"a": 2}'], true]],
    ['words beside it', ['Done.', '{"a":1}'], { a: 1 }, [['Done.'], true]],
    ['a wrapped text', ['Done.'], { result: 'Done.' }, [['Done.'], false]],
    ['another wrapped text', ['Done.'], { result: 'No.' }, [['Done.'], true]],
    ['a list item by item', ['{"a":1}', 'x'], { result: [{ a: 1 }, 'x'] }, [[], true]],
    ['a list with another item', ['{"a":1}'], { result: [{ a: 2 }] }, [['{"a":1}'], true]],
  ]

it.each(cases)('%s', (...[, texts, structuredContent, [left, hasStructured]]) => {
  const parts = partsOnce({ content: texts.map(text), structuredContent })
  expect(parts.content.map((block) => (block.type === 'text' ? block.text : ''))).toEqual(left)
  expect(parts.structuredContent !== undefined).toBe(hasStructured)
})

it('a kept text is the kept structured content if its bytes are the same', () => {
  const kept = { hash: 'a'.repeat(64), bytes: 9000, mimeType: 'application/json' }
  const content: StoredBlock[] = [{ type: 'text', text: '{', kept }, text('more')]
  expect(partsOnce({ content, structured: { preview: '{', kept } }).content).toHaveLength(1)
  const other = { ...kept, hash: 'b'.repeat(64) }
  expect(partsOnce({ content, structured: { preview: '{', kept: other } }).content).toHaveLength(2)
})
