import type { AskDraft, ElicitationAsk, JsonObject } from '@gatehouse/domain'
import type { FormValue } from '@gatehouse/domain/server-requests'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { sampleForm } from '../../../lib/samples/sample-asks.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerAskCard } from '../server-ask-card.tsx'

afterEach(cleanup)

/** The machine may be busy. */
const longTimeout = { timeout: 10_000 }
const fillButton = { name: 'Fill from last time' }

/** The cards of these asks, side by side, of a server of which `values` are kept. */
function show(
  asks: readonly ElicitationAsk[],
  { values, drafts = {} }: { values: Record<string, FormValue>; drafts?: Record<string, AskDraft> },
) {
  let saved: { savedAt: number; values: Record<string, FormValue> } | null = { savedAt: 1, values }
  const bridge = createSampleBridge({
    asks: [...asks],
    handlers: {
      'form-values.for-ask': () => saved,
      'form-values.forget': () => void (saved = null),
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore({ askDrafts: drafts })}>
        <LanguageProvider locale="en">
          <KitProvider>
            {asks.map((ask) => (
              <div key={ask.id} data-testid={ask.id}>
                <ServerAskCard ask={ask} />
              </div>
            ))}
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
}

const formOf = (properties: JsonObject, required: string[] = []): ElicitationAsk =>
  sampleForm({ type: 'object', properties, required })

it('a switch that must be answered is filled in too, and one that the person turned stays', async () => {
  const toggle = { type: 'boolean' }
  const ask = formOf({ news: toggle, terms: toggle }, ['news', 'terms'])
  show([ask], { values: { news: true, terms: false } })
  const fill = await screen.findByRole('button', fillButton, longTimeout)
  fireEvent.click(screen.getByRole('checkbox', { name: /terms/ }))
  fireEvent.click(fill)
  await screen.findByRole('checkbox', { name: /news/, checked: true }, longTimeout)
  expect(screen.getByRole('checkbox', { name: /terms/, checked: true })).toBeTruthy()
  expect(screen.getByText('1 field filled in', { exact: false })).toBeTruthy()
})

it('nothing is filled in over JSON that is not whole yet', async () => {
  const ask = formOf({ city: { type: 'string' } })
  const raw = '{"city": "Bas'
  show([ask], { values: { city: 'Bern' }, drafts: { [ask.id]: { form: {}, raw } } })
  const fill = await screen.findByRole<HTMLButtonElement>('button', fillButton, longTimeout)
  const typed = screen.getByDisplayValue<HTMLTextAreaElement>(raw)
  expect(fill.disabled).toBe(true)
  fireEvent.change(typed, { target: { value: '{"city": ""}' } })
  expect(fill.disabled).toBe(false)
  fireEvent.click(fill)
  await waitFor(() => expect(typed.value).toContain('Bern'))
})

it('what is forgotten in one card is offered by no other', async () => {
  const ask = formOf({ city: { type: 'string' } })
  show([ask, { ...ask, id: 'another' }], { values: { city: 'Bern' } })
  const another = within(screen.getByTestId('another'))
  await another.findByRole('button', fillButton, longTimeout)
  const one = within(screen.getByTestId(ask.id))
  fireEvent.click(await one.findByRole('button', { name: 'Delete saved answers' }, longTimeout))
  await waitFor(() => expect(one.queryByRole('button', fillButton)).toBeNull(), longTimeout)
  await waitFor(() => expect(another.queryByRole('button', fillButton)).toBeNull())
})
