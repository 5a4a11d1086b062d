import { expect, it } from 'vitest'
import { withoutMarks } from './chatgpt-marks.ts'

const mark = (id: string) => `\uE200cite\uE202${id}\uE201`
const source = (id: string, url: string) => ({
  content_references: [{ matched_text: mark(id), items: [{ title: 'T [1]', url }] }],
})

it('a mark becomes its source', () => {
  expect(withoutMarks(`Up.${mark('a')} Down.`, source('a', 'https://e.example/x'))).toBe(
    'Up. ([T 1](<https://e.example/x>)) Down.',
  )
})

it('a mark without a web source goes', () => {
  expect(withoutMarks(`Up.${mark('a')}`, {})).toBe('Up.')
  expect(withoutMarks(`Up.${mark('a')}`, source('b', 'https://e.example'))).toBe('Up.')
  expect(withoutMarks(`Up.${mark('a')}`, source('a', 'javascript:alert(1)'))).toBe('Up.')
})

it('an unfinished mark loses its first character only', () => {
  expect(withoutMarks('Up.\uE200cite', {})).toBe('Up.cite')
  expect(withoutMarks('\uE200'.repeat(100_000), {})).toBe('')
})

it('a link into the sandbox is no link', () => {
  expect(withoutMarks('See [file](sandbox:/mnt/data/a.xlsx).', {})).toBe(
    'See file (`/mnt/data/a.xlsx`).',
  )
})
