import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { proves } from '@gatehouse/testkit/proves'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { contentTree } from '../copy-to-clipboard/content-tree.ts'
import { writeMarkdown } from '../copy-to-clipboard/write-markdown.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { formulaSyntax } from './formula-syntax.ts'
import { barsInFormulas } from './formulas-in-tables.ts'
import { FormulaBudget, MathFormula } from './math-formula.tsx'

afterEach(cleanup)

interface Drawn {
  text: string
  formulas: string[]
  links: (string | null)[]
  cells: (string | null)[]
  copy: string
}

async function draw(markdown: string): Promise<Drawn> {
  const { container } = render(
    <BridgeProvider bridge={createSampleBridge()}>
      <LanguageProvider locale="en">
        <KitProvider>
          <Markdown text={`${markdown}\n\nend`} streaming={false} />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  await screen.findByText('end')
  const formulas = [...container.querySelectorAll('[data-formula]:not([hidden])')].map(
    (one) =>
      `${one.hasAttribute('data-display') ? 'display' : 'inline'}: ${one.getAttribute('data-formula') ?? ''}`,
  )
  const copied = container.cloneNode(true) as HTMLElement
  for (const hidden of copied.querySelectorAll('[hidden]')) hidden.remove()
  return {
    text: container.textContent,
    formulas,
    links: [...container.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    cells: [...container.querySelectorAll('td, th')].map((cell) => cell.textContent),
    copy: writeMarkdown(contentTree(copied)).replace(/\s*end$/, ''),
  }
}

describe('a formula', () => {
  it.each([
    ['so $x_1 + y*2*$ is', ['inline: x_1 + y*2*']],
    ['设$x^2$为正', ['inline: x^2']],
    ['then $$\na = b\n$$ ends', ['display: a = b']],
    ['\\(a\\) and \\[b\\]', ['inline: a', 'display: b']],
    ['> $$\n> a\n> = b $$', ['display: a = b']],
    ['$$\na\n- b\n+ c\n$$', ['display: a - b + c']],
    ['so\n\\[\nx\n> 1\n\\]\nthen', ['display: x 1']],
    ['- of\n  $$\n  a\n  $$', ['display: a']],
    ['$\\text{`}$', ['inline: \\text{`}']],
    ['# Of $x$', ['inline: x']],
    ['**$x$** and [the $y$ law](https://e.example/)', ['inline: x', 'inline: y']],
    [`$$${'x'.repeat(1200)}$$\nso it is\n$$y$$`, ['display: y']],
    ['$2$ and $3x = 6$', ['inline: 2', 'inline: 3x = 6']],
    ['${x}^2$ and $\\sqrt{a}$', ['inline: {x}^2', 'inline: \\sqrt{a}']],
  ])('is read in %j', async (markdown, formulas) => {
    expect((await draw(markdown)).formulas).toEqual(formulas)
  })

  it('that names an address is no link', async () => {
    const { formulas, links } = await draw('$$\\href{https://example.org}{x}$$')
    expect(formulas).toEqual(['display: \\href{https://example.org}{x}'])
    expect(links).toEqual([])
  })

  it.each([
    ['It costs $5 and $10.'],
    ['from $5-$10'],
    ['US$5 or CA$6'],
    ['$5, or 10$ more'],
    ['$HOME/$USER'],
    ['Write to ${HOME}/${USER}/notes.'],
    ['The key is ${a}${b}.'],
    ['从$100涨到$120，涨幅$20。'],
    ['$ x $ and $$ $$'],
    [`$${'x'.repeat(500)}$`],
    ['$$not\n\nclosed$$', '$$not\nclosed$$'],
    ['escaped \\$x\\$ and \\\\(x)', 'escaped $x$ and \\(x)'],
    ['`$x$` and ``a ` $x$``', '$x$ and a ` $x$'],
    ['Para:\n\n    price is $x$ here', 'price is $x$ here'],
    ['原价$5，现价$，省$3元，$ 起', '原价$5，现价$，省$3元，$ 起'],
    ['```sh\necho $a $b$\n```', 'echo $a $b$'],
    ['- item\n  ```\n  $x$\n  ```', '$x$'],
    ['![pic $z$](https://e.example/p.png)', 'pic $z$'],
  ])('is not read in %j', async (markdown, shown = markdown) => {
    const { formulas, text } = await draw(markdown)
    expect(formulas).toEqual([])
    expect(text).toContain(shown)
  })

  /** @threat texts.formulas */
  it.each([
    ['[see](https://e.example/?q=$a$)', 'https://e.example/?q=$a$'],
    ['See https://e.example/$a$ now.', 'https://e.example/$a$'],
    ['<https://e.example/$a$/$b$>', 'https://e.example/$a$/$b$'],
    ['[the $x$ law](https://e.example/?$y$ "of $z$")', 'https://e.example/?$y$'],
    ['[see][1] $x$\n\n[1]: https://e.example/$a$', 'https://e.example/$a$'],
    ['It is $a, see [b](https://e.example/?c=1$) now', 'https://e.example/?c=1$'],
  ])('leaves the address as it was written in %j', async (markdown, address) => {
    expect((await draw(markdown)).links).toEqual([address])
  })

  it('keeps its bars in a table, whose cells are those that the answer has', async () => {
    const { cells, formulas } = await draw(
      '| $|x|$ | b |\n|---|---|\n| $P(A | B)$ | 2 |\n| $a | b | $c |\n| `$x|` | y$ |',
    )
    expect(formulas).toEqual(['inline: |x|', 'inline: P(A | B)'])
    expect(cells).toEqual(['|x|', 'b', 'P(A | B)', '2', '$a', 'b', '`$x', '`'])
  })

  it('is copied as it was written, with nothing that was put in', async () => {
    const { copy } = await draw('So $x_1$ and $$y$$ in\n\n\\[\nz\n\\]\n\n| a |\n|---|\n| $|q|$ |')
    expect(copy.match(/\$+[^$]+\$+/g)).toEqual(['$x_1$', '$$y$$', '$$z$$', '$|q|$'])
    expect(copy).not.toMatch(/[\uE000-\uF8FF]|language-math/)
  })

  /** @threat texts.formulas */
  it('is not what a text marks as one by itself', async () => {
    const { formulas } = await draw(
      '<code class="language-math">x</code>\n\n```math\ny\n```\n\n`z`{.language-math}',
    )
    expect(formulas).toEqual([])
  })
})

it('a text of marks that nothing closes takes no longer than its length', () => {
  const pieces = ['$a', '$$', '$$\n', '\\[\n', '\\[', '\\(', '$`', '$$a\n\n', '\\(a\n', '> $$\n']
  for (const piece of pieces) {
    const text = `$a ${piece.repeat(5000 / piece.length)}`
    const start = performance.now()
    fromMarkdown(text)
    const plain = performance.now() - start
    fromMarkdown(text, { extensions: [formulaSyntax()] })
    barsInFormulas(text)
    expect(performance.now() - start - plain).toBeLessThan(plain * 5 + 3000)
  }
})

/** @threat texts.formulas */
it('no more formulas are drawn of a text than a window can', async () => {
  render(
    <LanguageProvider locale="en">
      <FormulaBudget>
        {Array.from({ length: 130 }, (_, index) => (
          <MathFormula key={index} source="x" isDisplay={false} />
        ))}
      </FormulaBudget>
    </LanguageProvider>,
  )
  await waitFor(() => expect(document.querySelectorAll('.katex')).toHaveLength(100))
  expect(document.querySelectorAll('code[data-formula]')).toHaveLength(30)
  proves('chat.math.bounded')
})
