import type { KnownModel } from '@gatehouse/domain/models'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LanguageProvider } from './i18n.ts'
import { ModelFacts } from './model-facts.tsx'

afterEach(cleanup)

it.each(['en', 'zh-CN'] as const)(
  'a price of thousands is grouped, and none is rounded, in %s',
  (locale) => {
    const unknown = { contextWindow: undefined, images: undefined, sounds: undefined }
    const price = { origin: 'stated' as const, value: { input: 1234.5, output: 0.0375 } }
    const known: KnownModel = {
      ...unknown,
      tools: undefined,
      reasoning: undefined,
      pricedIn: undefined,
      price,
    }
    const { container } = render(
      <LanguageProvider locale={locale}>
        <ModelFacts known={known} />
      </LanguageProvider>,
    )
    expect(container.textContent).toContain('$1,234.5 / $0.0375')
  },
)
