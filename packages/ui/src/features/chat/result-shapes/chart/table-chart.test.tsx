import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../../kit/index.ts'
import { BridgeProvider } from '../../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../../lib/words/i18n.ts'
import { DataTable } from '../data-table.tsx'

afterEach(cleanup)

const table = {
  columns: ['shop', 'sales', 'growth', 'note'],
  rows: [
    ['West Lake', '246.8', '35%', ''],
    ['<img src=x onerror=alert(1)>', '-12', '', 'closed'],
    ['Tianfu', '1,191.6', '20%', 'x'],
  ],
}

async function show(
  shown = table,
  save = vi.fn<(input: { text: string; ending: string }) => { path: string }>(() => ({
    path: '/chart.svg',
  })),
) {
  const bridge = createSampleBridge({ handlers: { 'chat.save-text': save } })
  const { container } = render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <DataTable table={shown} label="Result" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Chart' }))
  await screen.findByRole('img')
  return { container, save }
}

const marks = (container: HTMLElement, kind: string) =>
  container.querySelectorAll(`svg[role=img] ${kind}`)

it('rows with numbers are drawn as bars, lines or points, below a name that says which', async () => {
  const { container } = await show()
  expect(screen.getByRole('img', { name: 'Bars: sales, growth by shop' })).toBeTruthy()
  // A cell without a number has no mark.
  expect(marks(container, 'rect')).toHaveLength(5)
  expect(screen.getByText('Tianfu: 1,191.6')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Lines' }))
  await waitFor(() => expect(marks(container, 'polyline')).toHaveLength(2))
  fireEvent.click(screen.getByRole('checkbox', { name: 'growth' }))
  await waitFor(() => expect(marks(container, 'polyline')).toHaveLength(1))
  fireEvent.click(screen.getByRole('tab', { name: 'Points' }))
  await waitFor(() => expect(marks(container, 'circle')).toHaveLength(3))
  expect(screen.getByRole('table')).toBeTruthy()
})

/**
 * @threat results.chart
 * @attacker server
 * @tries To run or load something by the names and numbers of rows that are drawn, or to hold the window up by them.
 * @stoppedBy Names are text of the drawing, shortened; numbers are read by one strict expression; 200 rows are drawn.
 */
it('names of rows are text, also in the saved file, and rows beyond 200 are left out', async () => {
  const { container, save } = await show()
  expect(container.querySelector('svg img, svg script, svg a, svg image')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save as SVG…' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  const { text = '', ending } = save.mock.calls[0]?.[0] ?? {}
  expect(ending).toBe('.svg')
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"')
  expect(text).not.toMatch(/<img|onerror=(?!alert)|var\(|href/)
  cleanup()
  const many = {
    columns: ['n', 'v'],
    rows: Array.from({ length: 300 }, (_, at) => [`r${at}`, '1']),
  }
  const drawn = await show(many)
  expect(marks(drawn.container, 'rect')).toHaveLength(200)
  expect(screen.getByText('The first 200 rows are drawn.')).toBeTruthy()
})

it('a table without numbers has no chart', () => {
  render(
    <BridgeProvider bridge={createSampleBridge()}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <DataTable table={{ columns: ['a'], rows: [['x'], ['y']] }} label="Result" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  expect(screen.queryByRole('button', { name: 'Chart' })).toBeNull()
})
