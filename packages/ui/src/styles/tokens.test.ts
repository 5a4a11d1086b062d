import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeColors } from '../features/chat/syntax-highlighting/code-color.ts'

type Tokens = Map<string, string>

const codeCss = readFileSync(join(import.meta.dirname, 'code.css'), 'utf8')
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The declarations of the first block whose selector is exactly this. */
function block(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`)
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
}

/** The colours of code in the rules whose selectors begin so. */
function codeColorsIn(begin: string): Tokens {
  const rules = codeCss.split(`${begin}::highlight(`).slice(1)
  return new Map(
    rules.map((rule) => [
      rule.slice(0, rule.indexOf(')')),
      /color: (#[0-9a-f]{6});/.exec(rule)?.[1] ?? '',
    ]),
  )
}

const light = block("[data-theme='light']")
const dark = block("\n[data-theme='dark']")
const systemDark = block(":root:not([data-theme='light'])")

type Rgb = readonly [number, number, number]

function rgb(tokens: Tokens, name: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(tokens.get(name) ?? '')
  if (!hex) throw new Error(`--${name} is not a plain colour: ${tokens.get(name)}`)
  return [parseInt(hex[1] ?? '', 16), parseInt(hex[2] ?? '', 16), parseInt(hex[3] ?? '', 16)]
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share)
  return [channel(0), channel(1), channel(2)]
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const part = value / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** Degrees on the wheel of colours. */
function angle([r, g, b]: Rgb): number {
  const high = Math.max(r, g, b)
  const span = high - Math.min(r, g, b)
  if (span === 0) return 0
  if (high === r) return (60 * ((g - b) / span) + 360) % 360
  return high === g ? 60 * ((b - r) / span) + 120 : 60 * ((r - g) / span) + 240
}

const themes = [
  ['light', light],
  ['dark', dark],
] as const

describe('colour tokens', () => {
  it('are the same whether dark comes from the system or from the setting', () => {
    expect(dark.size).toBeGreaterThan(30)
    expect([...systemDark]).toEqual([...dark])
  })

  it('exist in both themes', () => {
    expect([...dark.keys()]).toEqual([...light.keys()])
  })

  it.each(themes)('keep text readable on every surface (%s)', (_, tokens) => {
    const surfaces = ['background', 'panel', 'card', 'sunken']
    const texts = ['text', 'text-2', 'text-3', 'accent', 'danger', 'warning', 'success']
    for (const surface of surfaces) {
      for (const text of texts) {
        expect([text, surface, contrast(rgb(tokens, text), rgb(tokens, surface)) >= 4.5]).toEqual([
          text,
          surface,
          true,
        ])
      }
    }
    for (const tone of ['accent', 'danger', 'warning', 'success']) {
      expect([tone, contrast(rgb(tokens, tone), rgb(tokens, `${tone}-soft`)) >= 4.5]).toEqual([
        tone,
        true,
      ])
    }
    for (const tone of ['accent', 'danger']) {
      expect(contrast(rgb(tokens, `on-${tone}`), rgb(tokens, tone))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(themes)('keep coloured code readable (%s)', (theme, tokens) => {
    const colors = codeColorsIn(theme === 'dark' ? "\n[data-theme='dark'] " : '\n')
    expect([...colors.keys()]).toEqual(codeColors.map((color) => `code-${color}`))
    for (const color of colors.keys())
      expect([color, contrast(rgb(colors, color), rgb(tokens, 'sunken')) >= 4.5]).toEqual([
        color,
        true,
      ])
  })

  it('colour code alike, whether dark comes from the system or from the setting', () => {
    const bySystem = codeColorsIn(":root:not([data-theme='light']) ")
    expect(bySystem.size).toBe(codeColors.length)
    expect(bySystem).toEqual(codeColorsIn("\n[data-theme='dark'] "))
  })

  it.each(themes)(
    'keep server names readable on surfaces, on their tint and on their chip (%s)',
    (_, tokens) => {
      const hues = [...tokens.keys()].filter((name) => /^hue-\d$/.test(name))
      expect(hues).toHaveLength(8)
      const share = (name: string) => parseFloat(tokens.get(name) ?? '') / 100
      for (const hue of hues) {
        const words = mix(rgb(tokens, hue), rgb(tokens, 'text'), 0.86)
        const card = rgb(tokens, 'card')
        const grounds = [
          ...['background', 'panel', 'card', 'sunken'].map((name) => rgb(tokens, name)),
          mix(rgb(tokens, hue), card, share('hue-soft-mix')),
          mix(rgb(tokens, hue), card, share('hue-chip-mix')),
        ]
        for (const ground of grounds)
          expect([hue, contrast(words, ground) >= 4.5]).toEqual([hue, true])
      }
    },
  )

  it.each(themes)('give no server a hue that reads as a failure (%s)', (_, tokens) => {
    const away = (name: string): number => {
      const distance = Math.abs(angle(rgb(tokens, name)) - angle(rgb(tokens, 'danger')))
      return Math.min(distance, 360 - distance)
    }
    const hues = [...tokens.keys()].filter((name) => /^hue-\d$/.test(name))
    for (const hue of hues) expect([hue, away(hue) >= 30]).toEqual([hue, true])
  })

  it.each(themes)('draw the edge of a checkbox or switch visibly (%s)', (_, tokens) => {
    expect(contrast(rgb(tokens, 'control-line'), rgb(tokens, 'card'))).toBeGreaterThanOrEqual(3)
    expect(contrast(rgb(tokens, 'control-line'), rgb(tokens, 'background'))).toBeGreaterThanOrEqual(
      3,
    )
  })
})
