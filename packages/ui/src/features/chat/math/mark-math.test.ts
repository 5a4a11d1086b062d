import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it } from 'vitest'
import { markMath, parseMathMarker } from './mark-math.ts'

/** The formulas of a text, and the text with a hash sign for each. */
function read(text: string): { formulas: string[]; rest: string } {
  const formulas: string[] = []
  const rest = markMath(text).replaceAll(/(`+)(\uE000[^\n]*?) \1(?!`)/g, (_, __, code: string) => {
    const formula = parseMathMarker(code)
    if (formula) formulas.push(`${formula.isDisplay ? 'display' : 'inline'}: ${formula.source}`)
    return '#'
  })
  return { formulas, rest }
}

describe('markMath', () => {
  it.each([
    ['so $x_1 + y*2*$ is', ['inline: x_1 + y*2*'], 'so # is'],
    ['设$x^2$为正', ['inline: x^2'], '设#为正'],
    ['then $$\na = b\n$$ ends', ['display: a = b'], 'then # ends'],
    ['\\(a\\) and \\[b\\]', ['inline: a', 'display: b'], '# and #'],
    ['> $$\n> a\n> = b $$', ['display: a = b'], '> #'],
    ['$\\text{`}$', ['inline: \\text{`}'], '#'],
    [
      `$$${'x'.repeat(1200)}$$\nso it is\n$$y$$`,
      ['display: y'],
      `$$${'x'.repeat(1200)}$$\nso it is\n#`,
    ],
    ['$2$ and $3x = 6$', ['inline: 2', 'inline: 3x = 6'], '# and #'],
  ])('finds the formulas of %j', (text, formulas, rest) => {
    expect(read(text)).toEqual({ formulas, rest })
  })

  it.each([
    'It costs $5 and $10.',
    'from $5-$10',
    'US$5 or CA$6',
    '$5, or 10$ more',
    '$HOME/$USER',
    'escaped \\$x\\$ and \\\\(x)',
    '`$x$` and ``a ` $x$``',
    '```sh\necho $a $b$\n```\n',
    '~~~\n$$x$$\n~~~',
    '- item\n  ```\n  $x$\n  ```',
    '$$not\n\nclosed$$',
    '$ x $ and $$ $$',
    `$${'x'.repeat(500)}$`,
  ])('leaves %j as it is', (text) => {
    expect(markMath(text)).toBe(text)
  })

  it('is linear in what opens and never closes', () => {
    const start = performance.now()
    const pieces = ['$a', '$$', '`', '\\(', '``` ', '\n```', '$`', '~', '\\``', '\\```']
    for (const piece of pieces) markMath(`$a ${piece.repeat(20_000 / piece.length)}`)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('takes no code for a formula that the text itself has marked', () => {
    for (const code of ['\uE000dx', '\uE000ix', `\uE000d${'x'.repeat(5000)}`]) {
      expect(parseMathMarker(code)).toBeNull()
      expect(read(`\`${code} \` and $y$`).formulas).toEqual(['inline: y'])
    }
  })

  it('takes no more formulas than a window can draw', () => {
    expect(read('$x$ '.repeat(300)).formulas).toHaveLength(100)
    proves('chat.math.bounded')
  })
})
