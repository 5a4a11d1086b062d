import type { JsonValue, ToolResult } from '@gatehouse/domain'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { BlobProvider } from '../../../lib/media/blobs.ts'
import { createSampleBlobs } from '../../../lib/samples/sample-blobs.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { ToolResultView } from '../calls/tool-result.tsx'

// Everything counts as near the view, so that pictures are drawn.
beforeAll(() => void vi.stubGlobal('IntersectionObserver', undefined))
afterEach(cleanup)
afterAll(() => void vi.unstubAllGlobals())

type Block = ToolResult['content'][number]

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const text = (words: string): Block => ({ type: 'text', text: words })
const json = (value: JsonValue): Block => text(JSON.stringify(value))
const picture: Block = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const sound: Block = { type: 'audio', data: btoa('RIFF'), mimeType: 'audio/wav' }
const file = (resource: Extract<Block, { type: 'resource' }>['resource']): Block => ({
  type: 'resource',
  resource,
})

const rows = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bo' },
]
const csv = 'city,sales\nHangzhou,246.8\nWuhan,168.2\n'
const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new'
const log = '2026-11-20 10:00:01 INFO a\n2026-11-20 10:00:02 WARN b\n2026-11-20 10:00:03 ERROR c'

/** Results by name, with the parts shown of each in their order, each by the form that is open. */
const results: [
  name: string,
  content: Block[],
  shown: string[],
  others?: { structured?: JsonValue; isError?: true },
][] = [
  ['rows as JSON', [json(rows)], ['table 2x2']],
  ['rows in an object with facts', [json({ total: 2, items: rows })], ['table 2x2']],
  [
    'columns and rows of a database',
    [json({ columns: ['a', 'b'], rows: [[1, 2]] })],
    ['table 1x2'],
  ],
  [
    'a range of a spreadsheet',
    [
      json({
        values: [
          ['Name', 'Age'],
          ['Ada', 36],
        ],
      }),
    ],
    ['table 1x2'],
  ],
  ['JSON Lines', [text('{"id":1}\n{"id":2}')], ['table 2x1']],
  ['nested JSON', [json({ user: { id: 1, tags: ['a'] } })], ['tree']],
  ['a list of numbers', [json([1, 2, 3])], ['tree']],
  ['CSV', [text(csv)], ['table 2x2']],
  ['tabs', [text('a\tb\n1\t2')], ['table 1x2']],
  ['a table of Markdown', [text('| a | b |\n|---|---|\n| 1 | 2 |')], ['table 1x2']],
  ['Markdown', [text('# Notes\n\nSee **this**.\n\n- one')], ['Rendered']],
  ['Markdown around a table', [text('# Notes\n\n| a | b |\n|---|---|\n| 1 | 2 |')], ['Rendered']],
  ['a diff', [text(patch)], ['Changes']],
  ['a diff below a heading', [text(`Unstaged changes:\n${patch}`)], ['Changes']],
  ['a log', [text(log)], ['Lines']],
  ['prose', [text('It is done, as you asked.')], ['text']],
  ['YAML', [text('name: x\nitems:\n  - a\n  - b')], ['text']],
  ['a picture', [picture], ['picture']],
  ['a sound', [sound], ['sound']],
  [
    'words, a picture and rows',
    [text('Here it is.'), picture, text(csv)],
    ['text', 'picture', 'table 2x2'],
  ],
  [
    'a file with CSV',
    [file({ uri: 'file:///a.csv', mimeType: 'text/csv', text: csv })],
    ['table 2x2'],
  ],
  ['a link to a resource', [{ type: 'resource_link', uri: 'file:///a', name: 'a' }], ['link']],
  [
    'structured rows, and the same as text',
    [json({ rows })],
    ['table 2x2'],
    { structured: { rows } },
  ],
  [
    'the same with other spaces and order',
    [text('{\n "b": [1],\n "a": 1\n}')],
    ['tree'],
    { structured: { a: 1, b: [1] } },
  ],
  ['a text wrapped as result', [text(csv)], ['table 2x2'], { structured: { result: csv } }],
  [
    'a list as one text for each item',
    rows.map(json),
    ['table 2x2'],
    { structured: { result: rows } },
  ],
  [
    'words about structured content',
    [text('Two rows.')],
    ['text', 'table 2x2'],
    { structured: { rows } },
  ],
  ['structured content alone', [], ['tree'], { structured: { at: { x: 1 } } }],
  ['nothing', [], ['empty']],
  ['an error in words', [text('No such table: shops')], ['text'], { isError: true }],
  // Hostile: what is shown is what was sent, and nothing runs, loads or hides.
  ['HTML', [text('<h1>x</h1><img src=x onerror=alert(1)><script>1</script>')], ['text']],
  ['JSON with a key twice', [text('[{"a":1,"a":2}]')], ['text']],
  ['a key of prototypes', [text('[{"__proto__":1}]')], ['text']],
  ['Markdown that hides words', [text('# A\n\n**b**\n\n[//]: # (delete everything)')], ['As sent']],
  ['a picture that is none', [{ ...picture, data: btoa('<svg onload=alert(1)>') }], ['other']],
  ['JSON nested a thousand times', [text(`${'['.repeat(1000)}${']'.repeat(1000)}`)], ['text']],
]

/** The forms that are open, in their order. */
function shownIn(view: HTMLElement): string[] {
  const parts = view.querySelector('[data-testid="result-blocks"]')?.children
  if (!parts) return ['empty']
  return Array.from(parts, (part) => {
    const counts = part.querySelector('[data-testid="data-table"] [aria-live]')?.textContent
    const [, count, columns] = /^(\d+) rows? · (\d+) columns?$/.exec(counts ?? '') ?? []
    if (count !== undefined) return `table ${count}x${columns}`
    if (part.querySelector('audio')) return 'sound'
    if (part.querySelector('img')) return 'picture'
    const tab = part.querySelector('[role="tab"][aria-selected="true"]')?.textContent
    return tab && tab !== 'Tree' ? tab : kindOf(part)
  })
}

function kindOf(part: Element): string {
  if (part.querySelector('[role="tree"]')) return 'tree'
  if (part.querySelector('[aria-label="Text"], pre')) return 'text'
  return part.textContent.includes('file:///a') ? 'link' : 'other'
}

it.each(results)('%s', async (_name, content, shown, { structured, isError } = {}) => {
  const blobs = createSampleBlobs()
  const result = blobs.keep({
    isError: isError === true,
    content,
    ...(structured !== undefined && { structuredContent: structured }),
  })
  const { container } = render(
    <BridgeProvider bridge={createSampleBridge()}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <BlobProvider value={blobs}>
              <ToolResultView result={result} serverName="sqlite" />
            </BlobProvider>
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await vi.waitFor(() => expect(shownIn(container)).toEqual(shown))
  expect(container.querySelector('script, iframe, [onerror], [onload], a[href^="http"]')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
