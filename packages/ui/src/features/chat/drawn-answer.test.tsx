import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { Markdown } from './markdown/markdown.tsx'

afterEach(cleanup)

function inWindow(answer: ReactNode, bridge = createSampleBridge()) {
  return (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>{answer}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
}

function draw(text: string, bridge = createSampleBridge()): HTMLElement {
  return render(inWindow(<Markdown text={text} streaming={false} />, bridge)).container
}

it('an answer that grew keeps its elements once it is complete', () => {
  const bridge = createSampleBridge()
  const grown = (text: string, streaming: boolean) =>
    inWindow(<Markdown text={text} streaming={streaming} />, bridge)
  const { container, rerender } = render(grown('One\n\n| a |\n|---|\n| b |\n\n**open', true))
  const [paragraph, table] = container.querySelectorAll('p, table')
  expect(container.querySelector('strong')?.textContent).toBe('open')
  rerender(grown('One\n\n| a |\n|---|\n| b |\n\n**open', false))
  expect([...container.querySelectorAll('p, table')].slice(0, 2)).toEqual([paragraph, table])
  expect(paragraph?.isConnected && table?.isConnected).toBe(true)
  // Nothing closes the emphasis any more.
  expect(container.querySelector('strong')).toBeNull()
  expect(container.textContent).toContain('**open')
})

it('a link of an answer that grew finds the definition that came last', () => {
  const bridge = createSampleBridge()
  const grown = (text: string, streaming: boolean) =>
    inWindow(<Markdown text={text} streaming={streaming} />, bridge)
  const { container, rerender } = render(grown('See [it][1].\n\nMore', true))
  const text = 'See [it][1].\n\nMore\n\n[1]: https://example.com/'
  rerender(grown(text, true))
  rerender(grown(text, false))
  expect(container.querySelector('a')?.textContent).toContain('it')
})

it.each([
  ['one<br>two<br/>three', 'br', 2],
  ['m<sup>2</sup> and H<sub>2</sub>O', 'sup, sub', 2],
  ['Press <kbd>Ctrl</kbd>, <mark>**now**</mark>', 'kbd, mark strong', 2],
  ['<mark>never closed', 'mark', 0],
  ['<sub>crossed<sup>over</sub></sup>', 'sub', 0],
  ['<b onclick="x">z</b><sub class="x">y</sub><img src=x>', 'b, sub, img', 0],
  ['`<br>` is code', 'br', 0],
])('%s', (text, selector, count) => {
  expect(draw(text).querySelectorAll(selector)).toHaveLength(count)
})

it('other HTML stays text', () => {
  const html = '<b onclick="x">z</b> <sub class="x">y</sub> <mark>never closed'
  expect(draw(html).textContent).toContain(html)
})

it('a cell of a table has the break that the answer wrote', () => {
  const cell = draw('| a |\n|---|\n| one<br>two |').querySelector('td')
  expect(cell?.innerHTML).toMatch(/one<br>two/)
})

it('a table of an answer is copied as CSV', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  draw('| shop | sales |\n|---|--:|\n| **West** Lake | 1,200 |\n| a<br>b | 2 |')
  fireEvent.click(screen.getByRole('button', { name: 'Copy or save table' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy as CSV' }))
  expect(writeText).toHaveBeenCalledWith('shop,sales\r\nWest Lake,"1,200"\r\n"a\nb",2\r\n')
})

it('lines of code are wrapped by a press', () => {
  const container = draw('```text\nlong line\n```')
  const lines = () => container.querySelector('pre bdi')?.className
  expect(lines()).toContain('whitespace-pre ')
  fireEvent.click(screen.getByRole('button', { name: 'Wrap lines' }))
  expect(lines()).toContain('whitespace-pre-wrap')
})

it('a table and code are saved in a file that the person picks', async () => {
  const saved: unknown[] = []
  const bridge = createSampleBridge({
    handlers: {
      'chat.save-text': (input) => {
        saved.push(input)
        return { path: '/home/ada/table.csv' }
      },
    },
  })
  draw('| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n```', bridge)
  fireEvent.click(screen.getByRole('button', { name: 'Copy or save table' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Save as CSV…' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save as…' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved).toEqual([
    { name: 'table', ending: '.csv', text: 'a,b\r\n1,2\r\n' },
    { name: 'py', ending: '.txt', text: 'x = 1' },
  ])
})

it.each([
  ['<details>\n<summary><b>More</b></summary>\n\nSome **bold** text\n\n</details>', 1],
  ['<details><summary>More</summary>\n\nSome **bold** text\n\n</details>\n\nafter', 1],
  [
    '<details>\n<summary>More</summary>\n\n<details>\n<summary>Inner</summary>\n\n**x**\n\n</details>\n\n</details>',
    2,
  ],
  ['<details>\n<summary>More</summary>\n\nnever **closed**', 0],
  ['<details>\n\nwithout a summary\n\n</details>', 0],
  ['<details ontoggle="x">\n<summary>More</summary>\n\n**a**\n\n</details>', 0],
  ['```html\n<details>\n<summary>More</summary>\n</details>\n```', 0],
])('folds what an answer folds: %s', (text, count) => {
  expect(draw(text).querySelectorAll('details')).toHaveLength(count)
})

it('a fold has its summary in words, and its text as Markdown below', () => {
  const container = draw(
    '<details>\n<summary><b>Show</b> <script>x</script></summary>\n\n- one\n- **two**\n\n</details>',
  )
  expect(container.querySelector('summary')?.textContent).toBe('Show <script>x</script>')
  expect(container.querySelector('script')).toBeNull()
  expect(container.querySelectorAll('details li')).toHaveLength(2)
  expect(container.querySelector('details strong')?.textContent).toBe('two')
})

it('what is never closed keeps each of its words', () => {
  const html = '<details>\n<summary>More</summary>'
  expect(draw(`${html}\n\nopen`).textContent.replaceAll('\n', '')).toContain(
    '<details><summary>More</summary>',
  )
})

it('a table of an answer is sorted by its heads, and copied as it stands', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const container = draw(
    '| shop | sales |\n|---|--:|\n| West | 1,200 |\n| **East** | 90 |\n| Old | |',
  )
  const shops = () =>
    [...container.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent)
  const head = screen.getByRole('button', { name: 'sales' })
  fireEvent.click(head)
  expect(shops()).toEqual(['East', 'West', 'Old'])
  expect(head.closest('th')?.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(head)
  expect(shops()).toEqual(['West', 'East', 'Old'])
  fireEvent.click(screen.getByRole('button', { name: 'Copy or save table' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy as CSV' }))
  expect(writeText).toHaveBeenCalledWith('shop,sales\r\nWest,"1,200"\r\nEast,90\r\nOld,\r\n')
  fireEvent.click(head)
  expect(shops()).toEqual(['West', 'East', 'Old'])
  expect(head.closest('th')?.getAttribute('aria-sort')).toBeNull()
})

it('a table of one row has nothing to sort', () => {
  draw('| shop |\n|---|\n| West |')
  expect(screen.queryByRole('button', { name: 'shop' })).toBeNull()
})
