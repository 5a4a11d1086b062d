import type { ContentBlock, ToolCall } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { boundEntry, MAX_BLOCKS, MAX_TEXT } from './bounded-entry.ts'
import { sampleToolCall } from '../sample-records.ts'

const text = (value: string): ContentBlock => ({ type: 'text', text: value })

function call(content: ContentBlock[], structuredContent?: unknown): ToolCall {
  return {
    ...sampleToolCall('call'),
    status: 'done',
    result: {
      content,
      isError: false,
      ...(structuredContent ? { structuredContent } : {}),
    } as never,
    endedAt: 1_700_000_009_000,
  }
}

const bounded = (entry: unknown) => {
  const { json, leftOut } = boundEntry(JSON.stringify(entry))
  return { entry: JSON.parse(json) as ToolCall, leftOut }
}

describe('boundEntry', () => {
  it('changes nothing within bounds, whatever the texts hold', () => {
    const odd = ['"', '\\', '\\"', '{[,]}', '\u2028', '\\\\"],"content":[', '😀', '']
    for (const entry of [
      call(odd.map(text), { a: [1, { content: [1, 2] }] }),
      call([]),
      { a: 1 },
    ]) {
      const { entry: same, leftOut } = bounded(entry)
      expect(same).toEqual(entry)
      expect(leftOut).toEqual({ blocks: 0, characters: 0, values: 0 })
    }
  })

  /** @threat window.many-blocks */
  it('keeps the first 500 blocks and all that is not the result', () => {
    const entry = call(Array.from({ length: 50_000 }, (_, index) => text(`${index},"]`)))
    const { entry: kept, leftOut } = bounded(entry)
    expect(kept.result?.content).toHaveLength(MAX_BLOCKS)
    expect(kept.result?.content.at(-1)).toEqual(text('500,"]'))
    expect(leftOut.blocks).toBe(49_499)
    expect({ ...kept, result: 0 }).toEqual({ ...entry, result: 0 })
  })

  it('keeps a list of 500 blocks and the word that there were more', () => {
    const entry = call(Array.from({ length: MAX_BLOCKS }, () => text('a')))
    expect(bounded(entry).leftOut.blocks).toBe(0)
    expect(bounded(entry).entry).toEqual(entry)
  })

  /** @threat window.old-file */
  it('cuts a huge text where no character is torn', () => {
    for (const tail of ['a', '\\', '"', '😀', '\u0000', '\ud83d']) {
      for (let shift = 0; shift < 13; shift += 1) {
        const { entry, leftOut } = bounded(
          call([text('x'.repeat(MAX_TEXT - shift) + tail.repeat(40))]),
        )
        const [block] = entry.result?.content ?? []
        const kept = block?.type === 'text' ? block.text : ''
        expect(kept.length).toBeGreaterThan(MAX_TEXT - 14)
        expect(kept.length).toBeLessThanOrEqual(MAX_TEXT)
        expect(leftOut.characters).toBeGreaterThan(0)
      }
    }
  })

  /**
   * @threat turns.many-values
   * @threat window.old-file
   */
  it('leaves structured content of millions of values out', () => {
    const { entry, leftOut } = bounded(
      call([text('a')], { list: Array.from({ length: 200_000 }, () => ({})) }),
    )
    expect(entry.result?.structuredContent).toBeNull()
    expect(entry.endedAt).toBe(1_700_000_009_000)
    expect(leftOut.values).toBeGreaterThan(100_000)
  })

  it('lets a picture through that is longer than any text may be', () => {
    const picture: ContentBlock = {
      type: 'image',
      mimeType: 'image/png',
      data: 'A'.repeat(3_000_000),
    }
    expect(bounded(call([picture])).entry.result?.content).toEqual([picture])
  })

  /**
   * @threat window.old-file
   * @attacker file
   * @tries To crash the app at each start by a result of millions of blocks that is in the file already.
   * @stoppedBy Rows are cut in one pass before they are parsed, and the part left out is named.
   * @remains A row of tens of megabytes is passed over once, when the file is brought to this format.
   */
  it('passes over two million blocks quickly', () => {
    const block = JSON.stringify(text('a'))
    const json = JSON.stringify(call([])).replace(
      '"content":[]',
      `"content":[${`${block},`.repeat(2_000_000)}${block}]`,
    )
    const before = process.cpuUsage()
    const { json: kept, leftOut } = boundEntry(json)
    expect(leftOut.blocks).toBe(2_000_001 - MAX_BLOCKS)
    expect(kept.length).toBeLessThan(100_000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1500)
  })
})
