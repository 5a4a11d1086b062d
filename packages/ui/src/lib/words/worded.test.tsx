import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider, useToasts } from '../../kit/index.ts'
import { BridgeError } from '../bridge/bridge-error.ts'
import { LanguageProvider } from './i18n.ts'
import type { Locale } from './locale.ts'
import { verbatim, worded, wordedError } from './worded.ts'

afterEach(cleanup)

function Notices() {
  const { show } = useToasts()
  const onClick = (): void => {
    show({
      title: worded('chat', (t) => t('list.deleted', { title: 'Trip' })),
      description: verbatim('/home/ada'),
      action: { label: worded('common', (t) => t('actions.undo')), onSelect: () => undefined },
      timeout: 0,
    })
    const error = new BridgeError({ code: 'chat/busy', message: '-', data: {} })
    show({ title: wordedError(error), tone: 'danger' })
  }
  return <button onClick={onClick}>Tell</button>
}

const ui = (locale: Locale) => (
  <LanguageProvider locale={locale}>
    <KitProvider>
      <Notices />
    </KitProvider>
  </LanguageProvider>
)

const shown = (): string =>
  Array.from(document.querySelectorAll('[data-notice]'), (one) => one.textContent).join(' ')

it('notices that are shown follow the language that the person switches to', () => {
  const { rerender } = render(ui('en'))
  fireEvent.click(screen.getByRole('button', { name: 'Tell' }))
  expect(shown()).toContain('Deleted “Trip”')
  expect(shown()).toContain('This chat is still answering.')
  rerender(ui('zh-CN'))
  expect(shown()).toContain('已删除“Trip”')
  expect(shown()).toContain('撤销')
  expect(shown()).toContain('/home/ada')
  expect(shown()).not.toMatch(/Deleted|Undo|still answering/)
  proves('frame.language.notices')
})
