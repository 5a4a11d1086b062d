import { describe, expect, it } from 'vitest'
import { drawMath } from './draw-math.ts'

function draw(source: string): { isDrawn: boolean; place: HTMLElement } {
  const place = document.createElement('span')
  return { isDrawn: drawMath(place, { source, isDisplay: true }), place }
}

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

  it('draws whatever else is nested in time', () => {
    const start = performance.now()
    const nested = ['\\frac{', '\\sqrt{', 'x^{', '\\widehat{', '\\left(']
    for (const piece of nested) draw(piece.repeat(1000 / piece.length))
    draw(`\\sqrt{`.repeat(120) + '}'.repeat(120))
    draw(`\\begin{matrix}${'&'.repeat(300)}${'\\\\'.repeat(300)}\\end{matrix}`)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
