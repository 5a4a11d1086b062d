import type { AuditCheck } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { LanguageProvider } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { RecordMenu } from './record-menu.tsx'

afterEach(cleanup)

/** What the check says of a record without a fault. */
async function told(records: number, unchained: number, language: 'en' | 'zh-CN' = 'en') {
  const found: AuditCheck = { records, unchained, head: '', fault: null }
  render(
    <BridgeProvider bridge={createSampleBridge({ handlers: { 'audit.check': () => found } })}>
      <LanguageProvider locale={language}>
        <KitProvider>
          <RecordMenu />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  fireEvent.click(screen.getByTestId('record-menu'))
  const [check] = await screen.findAllByRole('menuitem')
  if (!check) throw new Error('The menu is empty.')
  fireEvent.click(check)
  const title = await screen.findByText(/^(Links intact|链接完好)/)
  const toast = title.closest('[role]')
  return { title: title.textContent, all: toast?.textContent, html: toast?.innerHTML ?? '' }
}

it('a record whose links hold is said to be linked, not unchanged, with what that leaves open', async () => {
  const { title, all, html } = await told(3, 0)
  expect(title).toBe('Links intact: 3 entries')
  expect(all).toContain('could still rewrite every entry from some point on')
  expect(html).toContain('text-success')
  cleanup()
  expect((await told(1, 0, 'zh-CN')).all).toContain('从某一条起重写其后的全部记录')
})

it('what was not checked is counted apart, and nothing of it looks like success', async () => {
  const { title, all, html } = await told(2, 2)
  expect(title).toBe('Links intact: 0 entries')
  expect(all).toContain('2 older entries have no links and were not checked')
  expect(all).toContain('could still rewrite')
  expect(html).not.toContain('text-success')
})
