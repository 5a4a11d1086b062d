import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { Markdown } from './markdown.tsx'
import { markdownCost } from './markdown-cost.ts'
import { readFence } from './read-fence.ts'
import { splitAnswer } from './split-answer.ts'

const SIZE = 100_000
const fill = (unit: string, length = SIZE): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const lines = (make: (index: number) => string): string => {
  let text = ''
  for (let index = 0; text.length < SIZE; index += 1) text += `${make(index)}\n`
  return text
}

/** Texts that make the parsers of markdown slow, or overflow their stack. */
const hostile: Record<string, string> = {
  bullets: fill('- '),
  'six thousand bullets in each other': '- '.repeat(3000),
  quotes: fill('>'),
  'quotes and lists': fill('> - '),
  'numbered lists in each other': fill('1. '),
  'lists by indentation': lines((index) => `${' '.repeat(2 * index)}- a`),
  'lazy quotes': `${'>'.repeat(40)}a\n${fill('a\n')}`,
  stars: fill('*'),
  'emphasis that never closes': fill('*a **b _c '),
  'emphasis that closes elsewhere': fill('**', 40_000) + fill('*', 60_000),
  'emphasis inside words': fill('a**b'),
  'emphasis beside CJK punctuation that never closes': fill('*重。**点（_文。'),
  'emphasis beside CJK punctuation that may open and close': fill('重**。'),
  'struck text beside CJK punctuation': fill('旧~~。~（'),
  brackets: fill('['),
  'brackets that close': fill('[', SIZE / 2) + fill(']', SIZE / 2),
  'links without an end': fill('[a]('),
  'links in links': fill('[a](<b'),
  'footnotes and references': `[^a]: x\n\n${fill('[^a] ')}`,
  definitions: lines((index) => `[a${index}]: /x`),
  'code spans of growing length': lines((index) => '`'.repeat(index)),
  backticks: fill('` '),
  html: fill('<div>\n'),
  'html that never closes': fill('<a b="'),
  'processing instructions': fill('a<?'),
  'a table of ten thousand columns': `${fill('|a', 20_000)}|\n${fill('|-', 20_000)}|\n${fill('|a\n')}`,
  'a table of ten thousand rows': `a|b\n-|-\n${fill('a|b\n')}`,
  headings: fill('# a\n'),
  rules: fill('---\n'),
  fences: fill('```\n'),
  'fences in lists': fill('- ```\n'),
  entities: fill('&amp;'),
  backslashes: fill('\\'),
  addresses: fill('a@b.c '),
  'addresses of one word': fill('a.b@'),
  'addresses of the web': fill('http://a.b/ '),
  'addresses without a scheme': fill('www.a.b '),
  'links of one character': fill('[a](b) '),
  'pictures of one character': fill('![](http://a.b)'),
  spaces: `a${fill(' ')}b`,
  'one word': fill('a'),
  'hidden characters': fill('\u200b\u202e'),
}

const show = (text: string) =>
  render(
    <BridgeProvider bridge={createSampleBridge()}>
      <LanguageProvider locale="en">
        <KitProvider>
          <Markdown text={text} streaming={false} />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )

afterEach(cleanup)

describe('markdownCost', () => {
  it.each(Object.entries(hostile))(
    '%s: each part is drawn in time, or is plain text',
    (_name, text) => {
      const parts = splitAnswer(text)
      expect(parts.join('')).toBe(text)
      // The first, an inner and the last part stand for all: they are made of the same.
      for (const part of new Set([parts[0], parts[Math.floor(parts.length / 2)], parts.at(-1)])) {
        const before = process.cpuUsage()
        const { container, unmount } = show(part ?? '')
        const { user, system } = process.cpuUsage(before)
        const isBlank = part?.trim() === ''
        expect(isBlank || container.textContent !== '').toBe(true)
        // Several times what a window takes: here the parser is not built for speed.
        expect((user + system) / 1000).toBeLessThan(1500)
        unmount()
      }
    },
  )

  /**
   * @threat window.slow-markdown
   * @attacker model
   * @tries To stall the window with markdown that is slow to parse.
   * @stoppedBy Answers are cut into parts, and each is judged in linear time before it is parsed.
   */
  it('cuts whatever it gets into parts that can be judged by themselves', () => {
    for (const text of Object.values(hostile))
      for (const part of splitAnswer(text))
        expect(part.length <= 16_000 || readFence(part) !== null).toBe(true)
  })

  /**
   * @threat window.deep-markdown
   * @attacker model
   * @tries To overflow the markdown parser with lists or quotes in each other, and take the chat with it.
   * @stoppedBy Nesting is bounded before parsing, and a fault in drawing one message stays in it.
   */
  it('deep lists and quotes are refused before the parser sees them', () => {
    for (const unit of ['- ', '> ', '>', '1. ', '* ', '> - '])
      expect(markdownCost(unit.repeat(13))).toBe('too-heavy')
    expect(show('- '.repeat(3000)).container.textContent).toContain('Shown as plain text')
  })

  /**
   * @threat drawing.many-links
   * @attacker model
   * @tries To freeze the window by an answer whose plain words become thousands of links.
   * @stoppedBy Each address that may become a link is counted before a text is formatted, and a link makes its hint and
   * its question only when they are wanted.
   */
  it.each([
    'www.a.b ',
    'http://a.b/ ',
    'a@b.co ',
    '[](http://a.b/c) ',
    '![](http://a.b)',
    '[a](/b) ',
  ])(
    'counts each link that %s becomes: many are drawn when the window has time, and masses are plain',
    (unit) => {
      expect(markdownCost(fill(unit, 100))).toBe('light')
      expect(markdownCost(unit.repeat(80))).not.toBe('light')
      expect(markdownCost(unit.repeat(400))).toBe('too-heavy')
    },
  )

  it('formats what people and models write', () => {
    const prose = fill('Some **bold** words, `code` and [a link](https://example.org). ', 2000)
    const list = Array.from({ length: 60 }, (_, index) => `- item ${index} of a list`).join('\n')
    const nested = '- a\n  - b\n    - c\n      - d\n        - e\n\n> > quoted\n'
    const row = '| one | two | three | four |\n'
    const table = `${row}|---|---|---|---|\n${row.repeat(40)}`
    for (const text of [prose, list, nested, table])
      expect(markdownCost(text)).not.toBe('too-heavy')
    expect(markdownCost(prose.slice(0, 1200))).toBe('light')
    expect(markdownCost(nested)).toBe('light')
  })

  /** @threat window.slow-markdown */
  it('judges a large text quickly', () => {
    const started = performance.now()
    for (const text of Object.values(hostile)) markdownCost(text.slice(0, 20_000))
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
