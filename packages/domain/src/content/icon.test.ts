import { describe, expect, it } from 'vitest'
import { drawableIcon, iconsSchema } from './icon.ts'
import { toolSchema } from '../tools/tool.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='

describe('icons of a server', () => {
  it('of a scheme that could run or read something, or that may draw without end, are left out', () => {
    const bad = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'ftp://host/a.png',
      'ws://host',
      'http://host/a.png',
      'gatehouse://x',
      'data:text/html,<script>1</script>',
      'data:image/svg+xml,<svg/>',
      'data:image/svg+xml;base64,PHN2Zy8+',
      `data:image/png;base64,${'A'.repeat(70_000)}`,
    ].map((src) => ({ src }))
    expect(iconsSchema.parse([...bad, { src: 7 }, null])).toEqual([])
    const good = [
      { src: 'https://host/a.png', sizes: ['48x48'] },
      { src: png, theme: 'dark' },
    ]
    expect(iconsSchema.parse([...bad.slice(0, 2), ...good])).toEqual(good)
  })

  it('do not cost a tool its place', () => {
    const tool = { name: 'a', inputSchema: {}, icons: 'none' }
    expect(toolSchema.parse(tool)).toMatchObject({ name: 'a', icons: [] })
    expect(toolSchema.parse({ name: 'a', inputSchema: {} })).not.toHaveProperty('icons')
  })

  it('are not fetched from anywhere, and are drawn for their own theme', () => {
    const far = { src: 'https://host/a.png' }
    expect(drawableIcon([far], 'dark')).toBeUndefined()
    const dark = { src: png, theme: 'dark' as const }
    expect(drawableIcon([far, { src: png }, dark], 'dark')).toBe(dark)
    expect(drawableIcon([dark], 'light')).toBeUndefined()
    expect(drawableIcon(undefined, 'light')).toBeUndefined()
  })
})
