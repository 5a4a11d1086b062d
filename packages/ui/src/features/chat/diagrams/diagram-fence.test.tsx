import type { RouteOutput } from '@gatehouse/contract'
import { defaultSettings } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider, type UiStore } from '../../../lib/ui-store.tsx'
import { Markdown } from '../markdown/markdown.tsx'

type Diagram = RouteOutput<'diagram.draw'>

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SOURCE = 'flowchart LR\nA --> B'
const fence = (source = SOURCE, name = 'mermaid') => `\`\`\`${name}\n${source}\n\`\`\``

interface Shown {
  text?: string
  streaming?: boolean
  store?: UiStore
  draw?: () => Diagram | Promise<Diagram>
}

function show({ text = fence(), streaming = false, store = createUiStore(), draw }: Shown = {}) {
  const picture: Diagram = { state: 'drawn', picture: PNG, width: 300, height: 200 }
  const bridge = createSampleBridge({
    settings: { ...defaultSettings, theme: 'light' },
    handlers: { 'diagram.draw': draw ?? (() => picture) },
  })
  const page = (part: { text: string; streaming: boolean } | null) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>{part && <Markdown {...part} />}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(page({ text, streaming }))
  return {
    bridge,
    store,
    asked: () => bridge.requests.filter(({ route }) => route === 'diagram.draw'),
    redraw: (part: { text: string; streaming: boolean } | null) => view.rerender(page(part)),
  }
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

afterEach(cleanup)

/** @threat diagrams.markup */
it('a diagram is code until the person asks for it, and code again when they want', async () => {
  const { asked } = show()
  await screen.findByRole('button', { name: 'Show diagram' })
  expect(screen.getByRole('group', { name: 'mermaid' }).textContent).toContain('A --> B')
  expect(asked()).toEqual([])
  await press('Show diagram')
  expect(asked()).toEqual([
    { route: 'diagram.draw', input: { source: SOURCE, theme: expect.any(String) as string } },
  ])
  await screen.findByRole('button', { name: 'Show code' })
  expect(screen.queryByRole('group', { name: 'mermaid' })).toBeNull()
  await press('Show code')
  expect(screen.getByRole('group', { name: 'mermaid' }).textContent).toContain('A --> B')
})

/** @threat diagrams.markup */
it('no diagram is offered while its code still grows', async () => {
  const { redraw, asked } = show({ text: '```mermaid\nflowchart LR', streaming: true })
  await screen.findByRole('group', { name: 'mermaid' })
  expect(screen.queryByRole('button', { name: 'Show diagram' })).toBeNull()
  redraw({ text: `${fence()}\n\nMore to come`, streaming: true })
  await screen.findByRole('button', { name: 'Show diagram' })
  expect(asked()).toEqual([])
})

it('a diagram is still shown when its row comes back, in its chat alone', async () => {
  const { redraw, asked, store } = show({ store: createUiStore({ conversationId: 'c1' }) })
  await press('Show diagram')
  await screen.findByRole('button', { name: 'Show code' })
  redraw(null)
  redraw({ text: fence(), streaming: false })
  await screen.findByRole('button', { name: 'Show code' })
  expect(asked()).toHaveLength(1)
  act(() => store.getState().openChat('c2'))
  await screen.findByRole('button', { name: 'Show diagram' })
})

it('a diagram is drawn again in the theme that is shown', async () => {
  const { bridge, asked } = show()
  await press('Show diagram')
  await screen.findByRole('button', { name: 'Show code' })
  act(() => bridge.emit('settings.changed', { ...defaultSettings, theme: 'dark' }))
  await vi.waitFor(() =>
    expect(asked().map(({ input }) => (input as { theme: string }).theme)).toEqual([
      'light',
      'dark',
    ]),
  )
  await screen.findByRole('button', { name: 'Show code' })
})

it('what is wrong with a diagram is shown as text above its code, and it can be tried again', async () => {
  const message = 'Parse error <img src=x onerror=alert(1)> \u202Edesrever'
  const { asked } = show({ draw: () => ({ state: 'unreadable', message }) })
  await press('Show diagram')
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toContain('This diagram has an error in its code.')
  expect(problem.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(problem.textContent).toContain('U+202E')
  expect(problem.querySelector('img')).toBeNull()
  expect(screen.getByRole('group', { name: 'mermaid' }).textContent).toContain('A --> B')
  await press('Show diagram')
  expect(asked()).toHaveLength(2)
})

it.each([
  ['too-slow', 'This diagram took too long to draw.'],
  ['too-large', 'This diagram is too large to draw.'],
  ['busy', 'Other diagrams are still being drawn. Try again in a moment.'],
  ['failed', 'This diagram could not be drawn.'],
] as const)('a diagram that is %s says so', async (state, words) => {
  show({ draw: () => ({ state }) })
  await press('Show diagram')
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})

/**
 * @threat diagrams.hidden
 * @attacker model
 * @tries To show in a picture what its code, read with care, does not say.
 * @stoppedBy Code with characters that cannot be seen is not drawn, and says why.
 * @remains A diagram can be arranged, or coloured, so that parts of it are hard to read; its code is one press away.
 */
it.each([
  ['that hides characters', 'flowchart LR\nA --> B\u200B', 'contains invisible characters'],
  ['that is too long', `flowchart LR\n${'A --> B\n'.repeat(3000)}`, 'is too large to draw'],
])('code %s is not drawn, and says why', async (_which, source, words) => {
  const { asked } = show({ text: fence(source) })
  await press('Show diagram')
  expect((await screen.findByRole('alert')).textContent).toContain(words)
  expect(asked()).toEqual([])
})

it('code in another language is offered no diagram', async () => {
  show({ text: `${fence('A --> B', 'dot')}\n\n${fence('A --> B', 'MERMAID')}\n\nend` })
  await screen.findByText('end')
  expect(screen.getAllByRole('button', { name: 'Show diagram' })).toHaveLength(1)
})
