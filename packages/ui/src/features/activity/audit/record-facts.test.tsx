import type { AuditRecord } from '@gatehouse/domain'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KeyValues, KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { useRecordFacts } from './record-facts.tsx'

afterEach(cleanup)

const plain: AuditRecord = {
  id: 'r',
  at: 1,
  kind: 'elicitation',
  serverId: 's',
  serverName: 'travel',
  serverHue: 1,
  conversationId: null,
  entryId: null,
  subject: 'Book',
  decision: 'accept',
  edited: false,
  outcome: 'done',
  durationMs: null,
}

function Facts({ record }: { record: AuditRecord }) {
  return <KeyValues items={useRecordFacts(record)} />
}

function show(record: Partial<AuditRecord>): string {
  const { container } = render(
    <LanguageProvider locale="en">
      <KitProvider>
        <Facts record={{ ...plain, ...record }} />
      </KitProvider>
    </LanguageProvider>,
  )
  return container.textContent ?? ''
}

it('a record says who decided, what went out and whom it was for', () => {
  const text = show({
    by: { kind: 'grant', grantId: 'g-7' },
    serverIdentity: 'aa11',
    tool: { name: 'book', title: 'Book', definition: 'bb22' },
    sent: { to: 'server', sha256: 'cc33', characters: 1234, excerpt: '{"a":1}' },
    received: { sha256: 'dd44', characters: 5, fileBytes: 2_000_000 },
    withdrawn: 'app-ended',
  })
  expect(text).toContain('Received from the model5 characters, 2 MB in files, SHA-256 dd44')
  for (const part of ['g-7', 'aa11', 'bb22', 'cc33', '1,234', '{"a":1}', 'ended unexpectedly'])
    expect(text).toContain(part)
})

it('a submitted value that was not recorded is said to be a secret, and never drawn as empty', () => {
  const text = show({ fields: [{ name: 'city', value: 'Bern' }, { name: 'pin' }], moreFields: 2 })
  expect(text).toContain('city: Bern')
  expect(text).toContain('pin: not recorded, because it looks like a secret')
  expect(text).toContain('…and 2 more')
  expect(screen.queryByText('undefined')).toBeNull()
})

it('a record of before such facts were kept shows none of them', () => {
  expect(show({})).toBe('')
})
