import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
/** Lists the paths of earlier versions. */
const OF_THE_PAST = 'moved.md'

/** Paths from the root of the repository; of one with a placeholder or a pattern the folders before it. */
function pathsIn(markdown: string): string[] {
  return [...markdown.matchAll(/`((?:apps|e2e|packages)\/[^`\s]+)`/g)].map(([, path = '']) =>
    path.replace(/[^/]*[<*{].*$/, ''),
  )
}

const pages = readdirSync(join(ROOT, 'docs')).filter(
  (name) => name.endsWith('.md') && name !== OF_THE_PAST,
)

it.each(pages)('each path that docs/%s names exists', (name) => {
  const paths = pathsIn(readFileSync(join(ROOT, 'docs', name), 'utf8'))
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('finds paths with placeholders, and no other words', () => {
  expect(pathsIn('`packages/a/<one>-b.ts`, `e2e/c`, `npm test`')).toEqual(['packages/a/', 'e2e/c'])
})
