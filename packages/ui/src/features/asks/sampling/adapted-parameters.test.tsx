import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { AdaptedParametersNote } from './adapted-parameters.tsx'

afterEach(cleanup)

function show(adapted: Parameters<typeof AdaptedParametersNote>[0]['adapted']): string {
  render(
    <UiStoreProvider store={createUiStore()}>
      <LanguageProvider locale="en">
        <div data-testid="note">
          <AdaptedParametersNote adapted={adapted} />
        </div>
      </LanguageProvider>
    </UiStoreProvider>,
  )
  return screen.getByTestId('note').textContent
}

it('says what a model was not sent, and what it was sent otherwise', () => {
  expect(
    show({
      leftOut: ['temperature', 'stopSequences'],
      changed: [{ name: 'maxOutputTokens', value: 64 }],
    }),
  ).toBe(
    'Not sent, because this model does not support it: Temperature and Stop sequences.Changed to what this model supports: Max tokens (64).',
  )
})

it('says nothing where everything went as it is shown', () => {
  expect(show(undefined)).toBe('')
})
