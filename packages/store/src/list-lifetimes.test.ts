import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tool } from '@gatehouse/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenedStores, openStores, type StoreProblem } from './index.ts'
import { sampleServer } from './sample-records.ts'

let folder: string
let stores: OpenedStores
let problems: StoreProblem[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
  problems = []
  stores = openStores({
    file: join(folder, 'gatehouse.db'),
    report: (problem) => problems.push(problem),
  })
  stores.servers.save(sampleServer('s1'))
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

const tools = (count: number, more: Partial<Tool> = {}): Tool[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `tool-${index}`,
    inputSchema: { type: 'object' },
    ...more,
  }))

describe('lists that are kept for the next start', () => {
  /** @threat inbound.endless-lists */
  it.each([
    ['too many tools', tools(1001)],
    ['too many bytes', tools(300, { description: 'd'.repeat(60_000) })],
    [
      'too many values',
      tools(10, { inputSchema: { enum: Array.from({ length: 50_000 }, () => 0) } }),
    ],
    ['too deep a schema', tools(1, { inputSchema: { a: nested(200) } })],
  ])('a list beyond the bounds is left out and said, and the next one is kept: %s', (_, list) => {
    stores.servers.cacheTools('s1', list)
    expect(stores.servers.cachedTools('s1')).toBeNull()
    expect(problems).toMatchObject([{ table: 'server_tools', id: 's1' }])
    stores.servers.cacheTools('s1', tools(1000))
    expect(stores.servers.cachedTools('s1')).toHaveLength(1000)
  })

  it('are bounded for prompts, resources and templates too', () => {
    const prompts = Array.from({ length: 300 }, (_, index) => ({
      name: `p${index}`,
      description: 'd'.repeat(60_000),
    }))
    stores.servers.cacheList('s1', 'prompts', prompts)
    expect(stores.servers.cachedLists('s1').prompts).toBeNull()
  })
})

function nested(depth: number): Tool['inputSchema'] {
  let value: Tool['inputSchema'] = {}
  for (let level = 0; level < depth; level += 1) value = { a: value }
  return value
}
