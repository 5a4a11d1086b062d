import { beforeEach, describe, expect, it } from 'vitest'
import type { Tool } from '@gatehouse/domain'
import { createManualClock } from '../../testing/in-memory-ports.ts'
import { toolNamed } from '../../testing/tool-fixture.ts'
import { ToolCache } from './tool-cache.ts'

let clock: ReturnType<typeof createManualClock>
let written: Tool[][]
let cache: ToolCache

beforeEach(() => {
  clock = createManualClock()
  written = []
  const store = {
    cachedTools: () => null,
    cacheTools: (_: string, tools: Tool[]) => void written.push(tools),
  }
  cache = new ToolCache('s1', store, clock)
})

const named = (name: string): Tool[] => [toolNamed(name)]

describe('the tools of a server', () => {
  it('are there at once, and a storm of lists is written once, the last of them', () => {
    for (const name of ['first', 'second', 'third']) cache.put(named(name))
    expect(cache.tools).toEqual(named('third'))
    expect(written).toEqual([])
    clock.advance(1000)
    expect(written).toEqual([named('third')])
    cache.put(named('fourth'))
    clock.advance(1000)
    expect(written).toHaveLength(2)
  })

  it('are written when the server stops, once', () => {
    cache.put(named('first'))
    cache.flush()
    clock.advance(1000)
    expect(written).toEqual([named('first')])
  })

  it('of another program are not written for the next one', () => {
    cache.put(named('first'))
    cache.clear()
    cache.flush()
    clock.advance(1000)
    expect(written).toEqual([])
  })

  it('that the disk refuses to keep are there all the same, and the next list is written', () => {
    const refused = Object.assign(new Error('The disk is full.'), { times: 2 })
    const store = {
      cachedTools: () => null,
      cacheTools(_: string, tools: Tool[]) {
        if (refused.times-- > 0) throw refused
        written.push(tools)
      },
    }
    cache = new ToolCache('s1', store, clock)
    cache.put(named('first'))
    cache.flush()
    expect(cache.tools).toEqual(named('first'))
    cache.put(named('second'))
    clock.advance(1000)
    expect(written).toEqual([])
    cache.put(named('third'))
    clock.advance(1000)
    expect(written).toEqual([named('third')])
  })

  it('are counted without what no model is sent: pictures, the title, the form of results', () => {
    const [tool] = named('first')
    cache.put([tool!])
    const { tokens } = cache
    cache.put([
      {
        ...tool!,
        title: 'Title',
        icons: [{ src: 'data:image/png;base64,'.padEnd(9000, 'A') }],
        outputSchema: { type: 'object', properties: { a: { type: 'string' } } },
      },
    ])
    expect(cache.tokens).toBe(tokens)
  })
})
