import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { requirements } from './requirements.ts'

/** Ids in the titles of all end-to-end tests, with the file that cites them. */
function citations(): { id: string; file: string }[] {
  const folder = import.meta.dirname
  const files = readdirSync(folder).filter((file) => file.endsWith('.spec.ts'))
  return files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    // Titles, and the ids that a loop puts into one.
    const cited = source.matchAll(/['"`\s]\[([a-z]+\.[a-z0-9-]+)\]/g)
    return [...cited].map((match) => ({ id: match[1] ?? '', file }))
  })
}

test('a promise is tested by nothing', () => {
  const cited = new Set(citations().map(({ id }) => id))
  expect(Object.keys(requirements).filter((id) => !cited.has(id))).toEqual([])
})

test('a test cites a promise that nobody made', () => {
  expect(citations().filter(({ id }) => !(id in requirements))).toEqual([])
})
