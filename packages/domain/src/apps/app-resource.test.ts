import { expect, it } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { MAX_APP_BYTES, readAppContents } from './app-resource.ts'

const decodeBase64 = (data: string): string | undefined =>
  data === 'broken' ? undefined : `decoded ${data}`

const read = (part: { mimeType?: string; text?: string; blob?: string; _meta?: JsonObject }) =>
  readAppContents(
    { contents: [{ uri: 'ui://a', mimeType: 'text/html;profile=mcp-app', ...part }] },
    { listed: { ui: { permissions: { camera: {} } } }, decodeBase64 },
  )

it('takes HTML of the profile as text or base64, in any spelling of the type', () => {
  expect(read({ text: '<p>' })).toMatchObject({ ok: true, html: '<p>' })
  expect(read({ blob: 'abc' })).toMatchObject({ ok: true, html: 'decoded abc' })
  for (const mimeType of [
    'text/html; profile=mcp-app',
    'Text/HTML;charset=utf-8;profile="mcp-app"',
  ])
    expect(read({ mimeType, text: '<p>' })).toMatchObject({ ok: true })
})

it('draws nothing else', () => {
  const none = { ok: false, problem: 'no-html' }
  for (const mimeType of ['text/html', 'text/html+skybridge', 'text/plain;profile=mcp-app'])
    expect(read({ mimeType, text: '<p>' })).toEqual(none)
  expect(read({ blob: 'broken' })).toEqual(none)
  expect(read({ text: '  ' })).toEqual(none)
  expect(read({ text: 'x'.repeat(MAX_APP_BYTES + 1) })).toEqual({ ok: false, problem: 'too-large' })
})

it('reads what it would need from its contents, and from the listing where they say nothing', () => {
  expect(read({ text: '<p>' })).toMatchObject({ needs: { domains: [], permissions: ['camera'] } })
  const csp = {
    connectDomains: ['https://a.example', 5, 'https://a.example'],
    resourceDomains: Array.from({ length: 50 }, (_, index) => `https://${index}.example`),
  }
  const { needs } = read({ text: '<p>', _meta: { ui: { csp, permissions: { usb: {} } } } }) as {
    needs: { domains: string[]; permissions: string[] }
  }
  expect(needs.permissions).toEqual([])
  expect(needs.domains).toHaveLength(21)
})
