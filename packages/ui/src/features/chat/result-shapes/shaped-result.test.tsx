import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ToolResultView } from '../calls/tool-result.tsx'

afterEach(cleanup)

function show(texts: string[], structuredContent?: Record<string, never> | object) {
  const result = {
    isError: false,
    content: texts.map((text) => ({ type: 'text' as const, text })),
    ...(structuredContent && { structuredContent: JSON.parse(JSON.stringify(structuredContent)) }),
  }
  return render(
    <BridgeProvider bridge={createSampleBridge()}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ToolResultView result={result} serverName="sqlite" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
}

const firstCells = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '')

const csv = 'shop,sales\nWest Lake,246.8\nGuanggu,1000\nTianfu,9\n=1+1,2\nA,3\nB,4\n'

it('rows are a table that is sorted, filtered and copied', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show([csv])
  expect(firstCells()[0]).toBe('West Lake')
  fireEvent.click(screen.getByRole('button', { name: /sales/ }))
  expect(firstCells()[0]).toBe('=1+1')
  fireEvent.click(screen.getByRole('button', { name: /sales/ }))
  expect(firstCells()[0]).toBe('Guanggu')
  expect(screen.getByRole('columnheader', { name: /sales/ }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'west' } })
  expect(firstCells()).toEqual(['West Lake'])
  expect(screen.getByText(/1 of 6 rows/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copy or save table' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy as CSV' }))
  expect(writeText).toHaveBeenCalledWith('shop,sales\r\nWest Lake,246.8\r\n')
})

it('the form in which it was sent is a press away', async () => {
  show([csv])
  const tab = screen.getByRole('tab', { name: 'As sent' })
  fireEvent.mouseDown(tab)
  fireEvent.click(tab)
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  expect(await screen.findByText(/West Lake,246.8/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
})

it('text that repeats the structured content is not drawn', () => {
  const rows = { rows: [{ a: 1 }, { a: 2 }] }
  show([JSON.stringify(rows)], rows)
  expect(screen.getAllByRole('table')).toHaveLength(1)
})

it('a thousand rows are drawn as they come into view', () => {
  show([`a,b,c\n${'1,2,3\n'.repeat(1000)}`])
  expect(screen.getAllByRole('row').length).toBeLessThan(200)
})

it('Markdown of a server has no links and shows hidden characters', () => {
  const { container } = show([
    '# Notes\n\nSee [the **page**](https://a.example/x), ![p](https://b.example/y) and a\u202Eb.',
  ])
  expect(screen.getByRole('heading', { name: 'Notes' })).toBeTruthy()
  expect(container.querySelector('a, img')).toBeNull()
  expect(container.textContent).toContain('https://a.example/x')
  expect(container.textContent).toContain('https://b.example/y')
  expect(container.querySelector('[data-code-point]')).not.toBeNull()
})

it('Markdown that hides a part is shown as it was sent at first', () => {
  show(['# Notes\n\nSee **this**.\n\n[//]: # (delete everything)'])
  expect(screen.getByText(/delete everything/)).toBeTruthy()
})

it('a diff and a log have the colours of their lines', () => {
  show(['--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new', '[INFO] a\n[WARN] b\n[ERROR] c'])
  expect(screen.getByText('+new').parentElement?.className).toContain('text-success')
  expect(screen.getByText('-old').parentElement?.className).toContain('text-danger')
  expect(screen.getByText('[ERROR] c').parentElement?.className).toContain('text-danger')
})
