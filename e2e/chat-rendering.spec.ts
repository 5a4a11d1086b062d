import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'

/** Returns the painted ranges in the window, by colour. */
function painted(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const found: Record<string, string[]> = {}
    for (const [name, ranges] of CSS.highlights) {
      found[name] = [...ranges].map((range) =>
        (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset),
      )
    }
    return found
  })
}

/** Returns the result of `look` while nothing is painted. */
async function unpainted<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const taken = await page.evaluateHandle(() => {
    const highlights = [...CSS.highlights]
    CSS.highlights.clear()
    return highlights
  })
  const seen = await look()
  await taken.evaluate((highlights) => {
    for (const [name, highlight] of highlights) CSS.highlights.set(name, highlight)
  })
  return seen
}

test(
  'code is coloured once it is complete, and is the same text in the same place',
  nightly('chat.code.colors', 'chat.code.still'),
  async ({ gatehouse }) => {
    const { app, page, problems } = gatehouse
    const code = 'const wide = "text" // why\nreturn 42'
    const text = `A block.\n\n\`\`\`ts\n${code}\n\`\`\`\n\nend`
    await connectScripted(page, 'chat', [{ text }])
    const open = chat(page)
    await open.send('Show code.')
    await expect(open.answers.first()).toHaveAttribute('data-status', 'complete')
    const block = open.transcript.getByRole('group', { name: 'ts', exact: true })
    await block.scrollIntoViewIfNeeded()
    await expect
      .poll(async () => (await painted(page))['code-keyword'])
      .toEqual(['const', 'return'])
    expect(await painted(page)).toMatchObject({
      'code-string': ['"text"'],
      'code-comment': ['// why'],
      'code-number': ['42'],
    })
    proves('chat.code.colors')

    // The engine paints them, in both themes.
    for (const theme of ['light', 'dark'] as const) {
      await request(page, 'app.change-settings', { theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const coloured = await block.screenshot()
      const plain = await unpainted(page, () => block.screenshot())
      expect(coloured.equals(plain)).toBe(false)
    }

    const size = () => block.boundingBox().then((box) => box && [box.width, box.height])
    expect(await size()).toEqual(await unpainted(page, size))
    await expect(block.locator('bdi > *')).toHaveCount(0)
    await block.locator('..').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(code)
    proves('chat.code.still')

    // What left the page left the painting.
    await open.startNew()
    await expect.poll(async () => Object.values(await painted(page)).flat()).toEqual([])
    expect(problems).toEqual([])
  },
)

/** @threat texts.slow-to-color */
test(
  'code that hides characters or is too long stays plain',
  nightly('chat.code.plain'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const text = [
      '```js\nconst hid\u200Bden = "hidden"\n```',
      '```py\ndef seen():\n    pass\n```',
      'end',
    ].join('\n\n')
    await connectScripted(page, 'chat', [
      { text },
      {
        text: `\`\`\`ts\n${'let long = 1\n'.repeat(2600)}\n\`\`\`\n\n\`\`\`py\nimport os\n\`\`\`\n\nend`,
      },
    ])
    const open = chat(page)
    await open.send('Show code.')
    await expect.poll(async () => (await painted(page))['code-keyword']).toEqual(['def', 'pass'])
    expect(await inspect(gatehouse, 'chat-code')).toEqual([])
    await open.send('Show more.')
    await expect(open.answers.last()).toHaveAttribute('data-status', 'complete')
    // Codes are coloured in order: the long one would be before the last.
    await expect.poll(async () => (await painted(page))['code-keyword']).toContain('import')
    const keywords = (await painted(page))['code-keyword'] ?? []
    expect(keywords).not.toContain('let')
    expect(keywords).not.toContain('const')
    proves('chat.code.plain')
  },
)

/**
 * @threat texts.formulas
 * @attacker model
 * @tries To run, load or link something from a formula, to hide words in one, to draw one over other parts of the
 * window, or to hold the window with formulas.
 * @stoppedBy A formula is read by the parser, and nothing is put into the text. It is drawn only if each of its
 * commands is one of a list that shows all it is given: none of them links, loads, defines, hides, colours, resizes or
 * moves. Any other stays source, as does one with a comment, of more than 1,000 characters or too deep. A hundred are
 * drawn in each part of an answer, when the window has time; what is too wide is scrolled in its place.
 */
test(
  'formulas are drawn, prices and code stay text, and none reaches out of its place',
  nightly('chat.math.drawn', 'chat.math.text', 'chat.math.inert'),
  async ({ gatehouse }) => {
    const { page, problems } = gatehouse
    const text = [
      'It costs $5 and $10, and `$x$` is code.',
      '设$x_1^2$为正, so \\(a+b\\) and $\\unknown{x}$ end.',
      '$$\n\\frac{1}{2} = \\sum_{i=0}^n i\n$$',
      '$$\\href{https://example.org}{x}$$',
      '$$x \\kern{-400em} \\text{over}$$',
      'so $x = 5% of y$ and $y \\phantom{\\text{words}}$',
      `wide $\\text{${'seen '.repeat(60)}}$`,
      'end',
    ].join('\n\n')
    await connectScripted(page, 'chat', [{ text }])
    const open = chat(page)
    await open.send('Show formulas.')
    const answer = open.answers.first()
    await expect(answer).toHaveAttribute('data-status', 'complete')
    await expect(answer.locator('.katex:visible')).toHaveCount(4)
    await expect(answer.locator('.katex math')).toHaveCount(4)
    await expect(answer.locator('.katex annotation').first()).toHaveText('x_1^2')
    await expect(answer.getByRole('group', { name: 'Formula' })).toHaveCount(2)
    proves('chat.math.drawn')
    await expect(answer).toContainText('It costs $5 and $10, and $x$ is code.')
    await expect(answer).toContainText('\\unknown{x}')
    proves('chat.math.text')
    await expect(answer.getByRole('link')).toHaveCount(0)
    for (const source of [
      '\\href{https://example.org}{x}',
      'x \\kern{-400em} \\text{over}',
      'so x = 5% of y and y \\phantom{\\text{words}}',
    ])
      await expect(answer).toContainText(source)
    const wide = answer.getByRole('group', { name: 'Formula' }).filter({ hasText: 'seen' })
    await expect(wide).toHaveCSS('overflow-y', 'hidden')
    expect(await wide.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    await wide.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
    expect(await wide.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
    expect(problems).toEqual([])
    proves('chat.math.inert')
    expect(await inspect(gatehouse, 'chat-math')).toEqual([])
  },
)
