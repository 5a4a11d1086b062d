import { afterEach, describe, expect, it } from 'vitest'
import { plainText } from '../markdown/plain-text.ts'
import { contentTree } from './content-tree.ts'
import { countHiddenIn, selectedContent, selectionWithin } from './selected-content.ts'
import { plainTextOf } from './tree-text.ts'
import { writeMarkdown } from './write-markdown.ts'

const transcript = (html: string): HTMLElement => {
  const element = document.createElement('div')
  element.innerHTML = html
  document.body.append(element)
  return element
}
afterEach(() => {
  window.getSelection()?.removeAllRanges()
  document.body.replaceChildren()
})

/** Selects from one text to another, from and up to these places in them. */
function select(from: [Node | null, number], to: [Node | null, number]): Range {
  const range = document.createRange()
  const [start, end] = [from[0], to[0]]
  if (!start || !end) throw new Error('There is no such text.')
  range.setStart(start, from[1])
  range.setEnd(end, to[1])
  window.getSelection()?.removeAllRanges()
  window.getSelection()?.addRange(range)
  return range
}
const selectAll = (element: Element): Range => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range
}
const markdownOf = (range: Range, within: Element): string =>
  writeMarkdown(contentTree(selectedContent(range, within)))
const plainOf = (range: Range, within: Element): string =>
  plainTextOf(contentTree(selectedContent(range, within)))

describe('a selection as Markdown', () => {
  it('keeps headings, emphasis, code, links, lists, quotes, tables and formulas', () => {
    const box = transcript(
      '<h2 data-level="3">Plan</h2><p>A <strong>bold</strong> and <em>soft</em> <del>old</del> <code>x*y</code> ' +
        '<a href="https://example.org/">link</a></p><ol start="3"><li>three</li><li>four<ul><li>deep</li></ul></li></ol>' +
        '<blockquote><p>said</p></blockquote><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td>' +
        '<td>2</td></tr></tbody></table><hr><p><span data-formula="x^2" hidden></span><code data-formula="x^2">x^2</code></p>' +
        '<div data-language="ts"><div data-not-copied>ts <button>Copy</button></div><pre><div>const a = 1</div><div>const b = 2</div></pre></div>',
    )
    expect(markdownOf(selectAll(box), box)).toBe(
      [
        '### Plan',
        'A **bold** and _soft_ ~~old~~ `x*y` [link](https://example.org/)',
        '3. three\n4. four\n   - deep',
        '> said',
        '| a | b |\n| - | - |\n| 1 | 2 |',
        '---',
        '$x^2$',
        '```ts\nconst a = 1\nconst b = 2\n```',
      ].join('\n\n'),
    )
  })

  it('of a part of a marked word, of code and of a list keeps how that is marked', () => {
    const box = transcript(
      '<p><strong>one two</strong></p><div data-language="sh"><pre>ls -l\nrm -i</pre></div><ol><li>a</li><li>b</li><li>c</li></ol>',
    )
    const [bold, code] = [box.querySelector('strong'), box.querySelector('pre')]
    const word = bold?.firstChild ?? null
    expect(markdownOf(select([word, 4], [word, 7]), box)).toBe('**two**')
    const text = code?.firstChild ?? null
    expect(markdownOf(select([text, 6], [text, 11]), box)).toBe('```sh\nrm -i\n```')
    const items = box.querySelectorAll('li')
    const range = select([items[1]?.firstChild ?? null, 0], [items[2]?.firstChild ?? null, 1])
    expect(markdownOf(range, box)).toBe('2. b\n3. c')
  })

  it('escapes what only looks like a mark in an answer, and leaves what the person wrote as it is', () => {
    const answer = transcript('<p>2 * 3 * 4 # no heading</p>')
    expect(markdownOf(selectAll(answer), answer)).toBe('2 \\* 3 \\* 4 # no heading')
    const own = transcript(
      '<div data-testid="user-message"><p>*attached*</p><div data-as-written><bdi>**mine** _too_</bdi></div></div>',
    )
    expect(markdownOf(selectAll(own), own)).toBe('\\*attached\\*\n\n**mine** _too_')
  })

  it('is what a parser reads as the same words', () => {
    for (const text of [
      'a_b_c <b>',
      '1. not a list',
      '[x](y) `z`',
      '| a | b |',
      '~~no~~ $5',
      '中文*字*',
    ]) {
      const box = transcript('<p></p>')
      const paragraph = box.querySelector('p')
      if (paragraph) paragraph.textContent = text
      expect(plainText(markdownOf(selectAll(box), box))).toBe(text)
    }
  })
})

it('a selection as plain text has no marks', () => {
  const box = transcript(
    '<h2 data-level="1">Plan</h2><p>A <strong>bold</strong> <a href="https://example.org/">link</a></p>' +
      '<ul><li><span data-checked="true">☑</span>done</li></ul><table><tr><td>1</td><td>2</td></tr></table>',
  )
  expect(plainOf(selectAll(box), box)).toBe('Plan\n\nA bold link\n\n- ☑ done\n\n1\t2')
})

/**
 * @threat shown.copied-unseen
 * @attacker model
 * @tries To have a person copy more than they see, or something else: into a terminal, a form, a message.
 * @stoppedBy What is copied from the menu of a transcript is what is shown there, with each hidden character that is
 * shown as a chip, and the app says how many there are; nothing of its own controls is in it.
 * @remains The buttons that copy a whole message, answer or call, and the keys of the system, copy hidden characters as
 * well and do not count them. The clipboard replaces halves of characters that are no text.
 */
it('hidden characters that are shown as chips are themselves, in both', () => {
  const chip = (code: number, count: number) =>
    `<span data-code-point="${code}" data-count="${count}">U+X</span>`
  const box = transcript(`<p>pay${chip(0x200b, 2)}pal</p><pre>a${chip(0x202e, 1)}b</pre>`)
  const range = selectAll(box)
  expect(countHiddenIn(range)).toBe(3)
  expect(plainOf(range, box)).toBe('pay\u200b\u200bpal\n\na\u202eb')
  expect(markdownOf(range, box)).toContain('pay\u200b\u200bpal')
  expect(markdownOf(range, box)).toContain('a\u202eb')
  expect(box.querySelectorAll('[data-code-point]')).toHaveLength(2)
})

/** @threat shown.copied-unseen */
it('buttons, icons and words for screen readers are no part of it', () => {
  const box = transcript(
    '<p><span class="sr-only">Assistant: </span>Hello<button>Copy</button><svg></svg></p><input value="x">',
  )
  expect(plainOf(selectAll(box), box)).toBe('Hello')
})

/** @threat shown.copied-unseen */
it('what is folded away is no part of it, nor are hidden characters in it', () => {
  const chip = '<span data-code-point="8203" data-count="1">U+200B</span>'
  const box = transcript(
    `<p>Shown</p><details><summary>More</summary><div>rm -rf${chip} ~</div></details>` +
      `<details open><summary>Open</summary><div>read</div></details>`,
  )
  const range = selectAll(box)
  expect(plainOf(range, box)).toBe('Shown\n\nMore\n\nOpen\n\nread')
  expect(markdownOf(range, box)).not.toContain('rm')
  expect(countHiddenIn(range)).toBe(0)
})

it('a selection counts where all of it is within the transcript', () => {
  const box = transcript('<p>in</p>')
  const outside = transcript('<p>out</p>')
  const [own, other] = [box.querySelector('p'), outside.querySelector('p')]
  select([own?.firstChild ?? null, 0], [own?.firstChild ?? null, 2])
  expect(selectionWithin(box)?.toString()).toBe('in')
  expect(selectionWithin(outside)).toBeNull()
  select([own?.firstChild ?? null, 0], [other?.firstChild ?? null, 1])
  expect(selectionWithin(box)).toBeNull()
  expect(selectionWithin(null)).toBeNull()
})
