import { describe, expect, it } from 'vitest'
import { splitAnswer } from './split-answer.ts'

const paragraph = `${'Some words that fill a line of text. '.repeat(12)}\n\n`
const list = '1. first\n\n2. second\n\n   more of it\n\n'
const code = `\`\`\`ts\n${'const a = 1\n\n'.repeat(300)}\`\`\`\n\n`

describe('splitAnswer', () => {
  it('loses and repeats nothing', () => {
    const text = (paragraph + list + code).repeat(12)
    const parts = splitAnswer(text)
    expect(parts.length).toBeGreaterThan(8)
    expect(parts.join('')).toBe(text)
  })

  it('never cuts inside code, or between the items of a list', () => {
    for (const part of splitAnswer((paragraph.repeat(3) + list + code).repeat(8))) {
      expect(part.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0)
      expect(part).not.toMatch(/^(?:2\. |\s{3}more)/)
    }
  })

  it('never cuts a long fence, nor once the line that closes it has come', () => {
    const long = `\`\`\`ts\n${'const a = 1\n'.repeat(4000)}\`\`\``
    expect(splitAnswer(long)).toEqual([long])
    expect(splitAnswer(`${paragraph}${long}\n\nAfter it.`)).toEqual([
      paragraph,
      `${long}\n`,
      '\nAfter it.',
    ])
  })

  it('keeps the parts of a growing text, so that not every part is drawn anew with each word', () => {
    const text = (paragraph + code + list).repeat(10)
    let parts: string[] = []
    let changed = 0
    for (let length = 0; length <= text.length; length += 97) {
      const next = splitAnswer(text.slice(0, length), parts)
      changed += parts.slice(0, -1).filter((part, index) => part !== next[index]).length
      parts = next
    }
    expect(changed).toBe(0)
    expect(splitAnswer(text, parts).join('')).toBe(text)
  })

  it('keeps a text whole whose links are defined elsewhere in it', () => {
    expect(
      splitAnswer(`${paragraph.repeat(30)}See [it][1].\n\n[1]: https://example.org\n`),
    ).toHaveLength(1)
  })

  it('is quick on a large text', () => {
    const text = (paragraph + list + code).repeat(400)
    const started = performance.now()
    splitAnswer(text)
    expect(text.length).toBeGreaterThan(1_000_000)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
