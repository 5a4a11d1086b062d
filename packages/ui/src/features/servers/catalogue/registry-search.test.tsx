import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { RegistrySearch } from './registry-search.tsx'

afterEach(cleanup)

it('sends nothing while one types, and shows who published what was found', async () => {
  const bridge = createSampleBridge({})
  const picked: string[][] = []
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore({})}>
        <LanguageProvider locale="en">
          <KitProvider>
            <RegistrySearch onPick={(...pick) => picked.push(pick)} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = () => bridge.requests.filter(({ route }) => route === 'catalogue.search')
  expect(await screen.findByText(/goes to registry/)).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Search the registry' })
  fireEvent.change(field, { target: { value: 'notes' } })
  expect(asked()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(asked().map(({ input }) => input)).toEqual([{ query: 'notes' }])
  expect(first?.textContent).toContain('github.com/adasigned in with this account')
  expect(second?.textContent).toContain('notes.example.comowns this domain')
  expect(third?.textContent).toContain('Publisher not proved')
  expect(third?.textContent).toContain('advises against')
  fireEvent.click(screen.getByRole('button', { name: /Example Notes/ }))
  expect(picked).toEqual([['com.example.notes/mcp', '{}']])
})
