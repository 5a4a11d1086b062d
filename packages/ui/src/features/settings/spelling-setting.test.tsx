import { SPELLING_LIMITS } from '@gatehouse/domain/spelling-limits'
import type { SpellingView } from '@gatehouse/domain/spelling'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { SpellingSetting } from './spelling-setting.tsx'

afterEach(cleanup)

type Dictionaries = Extract<SpellingView, { by: 'dictionaries' }>
const nothing: Dictionaries = { by: 'dictionaries', languages: [], automatic: [], broken: [] }

function open(view: Dictionaries, words: string[] = []) {
  const state = { view }
  const bridge = createSampleBridge({ handlers: { 'app.spelling': () => state.view } })
  const store = createUiStore()
  const ui = (isShown: boolean) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            {isShown && <SpellingSetting settings={{ isOn: true, languages: null, words }} />}
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const { rerender } = render(ui(true))
  return { state, show: (isShown: boolean) => rerender(ui(isShown)) }
}

it('says which dictionary is broken, and where its file is', async () => {
  const path = '/usr/share/hunspell/de_DE.dic'
  open({ ...nothing, languages: ['de-DE'], broken: [{ language: 'de-DE', path }] })
  const said = await screen.findByText(/The dictionary for German \(Germany\) cannot be used/)
  expect(said.parentElement?.textContent).toContain(path)
  proves('composer.spelling.broken')
})

it('says that no more words can be added, and how many there can be', async () => {
  const words = Array.from({ length: SPELLING_LIMITS.words }, (_, at) => `word-${at}`)
  open(nothing, words)
  expect(await screen.findByText(/it can have 2,000 words\. Remove some/)).toBeTruthy()
  cleanup()
  open(nothing, words.slice(1))
  await screen.findByText(/1,999 words added/)
  expect(screen.queryByText(/is full/)).toBeNull()
})

it('lists a dictionary that was installed since the setting was last looked at', async () => {
  const { state, show } = open({ ...nothing, languages: ['de-DE'] })
  await screen.findByRole('checkbox', { name: 'German (Germany)' })
  show(false)
  state.view = { ...nothing, languages: ['de-DE', 'fr'] }
  show(true)
  await screen.findByRole('checkbox', { name: 'French' })
  proves('composer.spelling.installed')
})
