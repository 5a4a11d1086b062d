import { describe, expect, it } from 'vitest'
import { drawMath } from './draw-math.ts'
import { drawnCommands } from './drawn-commands.ts'

function draw(source: string): { isDrawn: boolean; place: HTMLElement } {
  const place = document.createElement('span')
  return { isDrawn: drawMath(place, { source, isDisplay: true }), place }
}

/** Commands that need something before a delimiter, between two, or after something else. */
const needsMore = new Set('hline left limits nolimits right'.split(' '))

describe('drawMath', () => {
  it('draws a formula, with MathML and its source', () => {
    const { isDrawn, place } = draw('\\frac{1}{2}')
    expect(isDrawn).toBe(true)
    expect(place.querySelector('math annotation')?.textContent).toBe('\\frac{1}{2}')
  })

  it.each(['\\href{https://example.org}{x}', '\\url{https://example.org}', '\\includegraphics{x}'])(
    'makes nothing that leads or loads of %s',
    (source) => {
      expect(draw(source).place.querySelector('a, img, [href], [src]')).toBeNull()
    },
  )

  it.each([
    'x % any words here',
    'x \\\\% words',
    '\\phantom{\\text{words}}',
    '\\textcolor{white}{\\text{words}}',
    '\\color{white}\\text{words}',
    '\\colorbox{black}{\\text{words}}',
    '\\red{x}',
    '\\kern{-400em}\\text{words}',
    '\\hspace{-99em}\\text{words}',
    '\\text{words}\\negthinspace',
    '\\llap{words}',
    '\\mathclap{words}',
    '\\raisebox{9em}{words}',
    '\\smash{words}',
    '\\tiny words',
    '\\mathchoice{a}{words}{words}{words}',
    '\\html@mathml{a}{words}',
    '\\@firstoftwo{a}{words}',
    '\\char"202E x',
    '\\rule{9em}{9em}',
    '\\genfrac{}{}{9pt}{}{a}{b}',
    '\\message{words}',
    'a \\\\[-9em] b',
    'a \\\\ [-9em] b',
    '\\begin{align}a\\end{align}',
    '\\begin{CD}A @>a>> B\\end{CD}',
    '\\begin {matrix}a\\end {matrix}',
    '\\verb|x|',
    `${'\\!'.repeat(7)}words`,
    `${'{'.repeat(41)}x${'}'.repeat(41)}`,
  ])('leaves %s, of which something would not be seen, or not as it is', (source) => {
    const { isDrawn, place } = draw(source)
    expect(isDrawn).toBe(false)
    expect(place.textContent).toBe('')
  })

  it.each([
    'x = 5\\% \\text{ of } y, \\; a\\quad b \\! c',
    '\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}',
    '\\begin{align*}a &= b \\\\[4pt] &= c\\end{align*}',
    'f(x)=\\begin{cases}1 & x \\ge 0 \\\\ 0\\end{cases}',
    '\\int_0^\\infty e^{-x^2}\\,dx = \\tfrac{\\sqrt[2]{\\pi}}{2} \\neq \\hat{\\mathbf{x}}',
    '\\left\\{ \\lim_{n \\to \\infty} \\sum\\limits_i \\alpha_i \\middle| \\vec v \\right\\} \\xrightarrow[a]{b} \\mathbb{R}',
    '\\operatorname{softmax}(z)_i \\iff \\underbrace{a}_{b} \\implies \\boxed{\\dots}',
  ])('draws %s', (source) => {
    expect(draw(source).isDrawn).toBe(true)
  })

  /** @threat texts.formulas */
  it('takes only commands that there are and that show all they are given', () => {
    const seen = (source: string): HTMLElement | null => {
      const { isDrawn, place } = draw(source)
      return isDrawn ? place.querySelector('.katex-html') : null
    }
    const wrong = [...drawnCommands].filter((command) => {
      const drawn = seen(`\\${command}{qa}{qb}{qc}`) ?? seen(`\\text{\\${command}{qa}{qb}{qc}}`)
      if (!drawn) return !seen(`qa\\left.\\${command}.\\right.`) && !needsMore.has(command)
      const text = drawn.textContent
      const all = ['qa', 'qb', 'qc'].every((words) => text.includes(words))
      return !all || /color|visibility|font-size/.test(drawn.innerHTML)
    })
    expect(wrong).toEqual([])
  })

  it('draws nothing of what is wrong', () => {
    expect(draw('\\frac{1')).toMatchObject({ isDrawn: false })
    expect(draw('\\unknown{1').place.textContent).toBe('')
  })

  it.each(['def', 'gdef', 'edef', 'xdef'])('does not multiply a formula by \\%s', (define) => {
    const source = `\\${define}\\a{${'x'.repeat(700)}}${'\\a'.repeat(97)}`
    expect(draw(source)).toMatchObject({ isDrawn: false })
  })

  it.each(['newcommand', 'renewcommand', 'providecommand'])('nor by \\%s', (define) => {
    expect(draw(`\\${define}{\\a}{${'x'.repeat(700)}}${'\\a'.repeat(97)}`).isDrawn).toBe(false)
  })

  /** @threat texts.formulas */
  it('draws whatever else is nested in time', () => {
    const before = process.cpuUsage()
    const nested = ['\\frac{', '\\sqrt{', 'x^{', '\\widehat{', '\\left(']
    for (const piece of nested) draw(piece.repeat(1000 / piece.length))
    draw(`\\sqrt{`.repeat(120) + '}'.repeat(120))
    draw(`\\begin{matrix}${'&'.repeat(300)}${'\\\\'.repeat(300)}\\end{matrix}`)
    // Processor time: other work on the machine does not count.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2000)
  })
})
