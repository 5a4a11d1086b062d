import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { Markdown } from './markdown/markdown.tsx'

afterEach(cleanup)

function draw(text: string, bridge = createSampleBridge()): HTMLElement {
  const { container } = render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Markdown text={text} streaming={false} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return container
}

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
