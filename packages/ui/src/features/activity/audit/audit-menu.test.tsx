import type { AuditCheck } from '@gatehouse/domain/audit'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { AuditMenu } from './audit-menu.tsx'

afterEach(cleanup)

/** Renders the menu with a check that found no fault in this many records. */
async function rendered(
  records: number,
  unchained: number,
  { language = 'en', ...more }: Partial<AuditCheck> & { language?: 'en' | 'zh-CN' } = {},
) {
  const found: AuditCheck = { records, unchained, head: '', deleted: 0, fault: null, ...more }
  render(
    <BridgeProvider bridge={createSampleBridge({ handlers: { 'audit.check': () => found } })}>
      <LanguageProvider locale={language}>
        <KitProvider>
          <AuditMenu />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  fireEvent.click(screen.getByTestId('audit-menu'))
  const [check] = await screen.findAllByRole('menuitem')
  if (!check) throw new Error('The menu is empty.')
  fireEvent.click(check)
  const titles = await screen.findAllByText(/^(Hash chain intact|哈希链完整|Deleted entries)/)
  // What is alarming is also read out at once.
  const title = titles.find((one) => one.closest('[role=alert]') === null)
  if (!title) throw new Error('There is no toast.')
  const toast = title.closest('[role]')
  return { title: title.textContent, all: toast?.textContent, html: toast?.innerHTML ?? '' }
}

it('a record whose links hold is said to be linked, not unchanged, with what that leaves open', async () => {
  const { title, all, html } = await rendered(3, 0)
  expect(title).toBe('Hash chain intact: 3 entries')
  expect(all).toContain('could still rewrite later entries and recompute the hashes')
  expect(html).toContain('text-success')
  cleanup()
  expect((await rendered(1, 0, { language: 'zh-CN' })).all).toContain('改写某条之后的全部记录')
})

it('what was not checked is counted apart, and nothing of it looks like success', async () => {
  const { title, all, html } = await rendered(2, 2)
  expect(title).toBe('Hash chain intact: 0 entries')
  expect(all).toContain('2 older entries have no hashes and were not checked')
  expect(all).toContain('could still rewrite')
  expect(html).not.toContain('text-success')
})

it('what was deleted as old is reported, and what was wrong with it before is no success', async () => {
  const { title, all, html } = await rendered(2, 0, { deleted: 1200 })
  expect(title).toBe('Hash chain intact: 2 entries')
  expect(all).toContain('Entries up to number 1,200 were deleted because of your retention setting')
  expect(html).toContain('text-success')
  cleanup()
  const fault = { kind: 'deleted', record: 7, at: 1 } as const
  const bad = await rendered(2, 0, { deleted: 1200, fault })
  expect(bad.title).toBe('Deleted entries had been changed outside Gatehouse')
  expect(bad.all).toContain('Entry 7, or one before it')
  expect(bad.html).not.toContain('text-success')
})
