import type { VaultState } from '@gatehouse/domain'
import type { AuditCheck, AuditSignatures } from '@gatehouse/domain/audit'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { AuditMenu } from './audit-menu.tsx'

afterEach(cleanup)

const signed: AuditSignatures = {
  key: 'used',
  signed: 9,
  begins: 3,
  through: 12,
  anchored: 10,
  earlier: 0,
}
const keychain: VaultState = { kind: 'keychain', name: 'Secret Service' }

interface Given extends Partial<Omit<AuditCheck, 'signatures'>> {
  signatures?: Partial<AuditSignatures>
  vault?: VaultState
  language?: 'en' | 'zh-CN'
}

/** Checks the record from the menu; by default 12 records without a fault. Returns the text and classes of the result. */
async function checked({ signatures, vault = keychain, language = 'en', ...more }: Given) {
  cleanup()
  const result: AuditCheck = {
    records: 12,
    unchained: 0,
    head: '',
    deleted: 0,
    restored: 0,
    fault: null,
    ...more,
    signatures: { ...signed, ...signatures },
  }
  const handlers = { 'audit.check': () => result, 'app.vault': () => vault }
  render(
    <BridgeProvider bridge={createSampleBridge({ handlers })}>
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
  await screen.findByTestId('audit-check')
  return {
    parts: () =>
      [...screen.getByTestId('audit-check').children].map((part) => ({
        text: part.textContent,
        isGood: part.innerHTML.includes('text-success'),
      })),
  }
}

it('a signed record: what the key proves, from which entry on, and what it does not', async () => {
  const { parts } = await checked({})
  const [chain, key] = parts()
  expect(chain).toMatchObject({ isGood: true })
  expect(chain?.text).toBe(
    'Hash chain intact: 12 entriesEach entry matches the hash of the one before it.',
  )
  expect(key).toMatchObject({ isGood: true })
  for (const words of [
    'Signed with a key in your keychain',
    'The key signs entries after number 3.',
    'Nobody without this key has rewritten entries up to number 12 since the key covered them.',
    'nobody without your keychain can change or remove entries up to number 10',
    'Newer entries can still be cut off, or changed after their signatures are removed',
    'A program that can read your keychain can still rewrite the record.',
  ])
    expect(key?.text).toContain(words)
  expect((await checked({ language: 'zh-CN' })).parts()[1]?.text).toContain('第 12 条及以前')
  proves('audit.chain.proven')
})

it('signatures of a lost key are counted, and said to be unchecked', async () => {
  const { parts } = await checked({ signatures: { earlier: 2 } })
  expect(parts()[1]?.text).toContain('2 signatures of an earlier key were not checked')
})

it.each([
  ['closed', keychain, 'Gatehouse has not used the keychain since it started'],
  ['closed', memory('locked'), 'The keychain is locked.'],
  ['closed', memory('no-service'), 'No keychain can be used'],
  ['none', keychain, 'No entry is signed.'],
  ['missing', keychain, '9 entries are signed, but the keychain has no key for them.'],
] as const)(
  'without the key (%s, %o) it says why, and nothing of it looks like success',
  async (key, vault, words) => {
    const { parts } = await checked({ signatures: { key, begins: 0, through: 0 }, vault })
    await expect.poll(() => parts()[1]?.text).toContain(words)
    expect(parts()[1]?.text).toMatch(/^Signatures were not checked/)
    expect(parts()[1]?.text).toContain('could still rewrite entries and recompute the hashes')
    expect(parts()[1]?.isGood).toBe(false)
  },
)

it('what was not checked is counted apart, and nothing of it looks like success', async () => {
  const [chain] = (await checked({ records: 2, unchained: 2 })).parts()
  expect(chain?.text).toContain('Hash chain intact: 0 entries')
  expect(chain?.text).toContain('2 older entries have no hashes and were not checked')
  expect(chain?.isGood).toBe(false)
})

it('what was deleted as old is reported', async () => {
  const [chain] = (await checked({ records: 2, deleted: 1200 })).parts()
  expect(chain?.text).toContain('Entries up to number 1,200 were deleted because of your retention')
  expect(chain?.isGood).toBe(true)
})

it.each([
  ['deleted', 'Deleted entries had been changed outside Gatehouse', 'Entry 7, or one before it'],
  ['rewritten', 'Entries were rewritten outside Gatehouse', 'does not match the key'],
  ['missing-end', 'The latest entries were removed', 'Entries after number 7 are missing'],
  ['changed', 'An entry was changed outside Gatehouse', 'breaks at entry 7, dated'],
] as const)('a fault (%s) is all that is shown', async (kind, title, description) => {
  const parts = (await checked({ fault: { kind, record: 7, at: 1 } })).parts()
  expect(parts).toHaveLength(1)
  expect(parts[0]?.text).toContain(title)
  expect(parts[0]?.text).toContain(description)
  expect(parts[0]?.isGood).toBe(false)
})

function memory(code: 'locked' | 'no-service'): VaultState {
  return { kind: 'memory', code, reason: 'a reason', remedy: 'a remedy' }
}
