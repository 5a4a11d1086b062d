import type { AuditRecord } from '@gatehouse/domain'
import type { AuditRow } from '@gatehouse/domain/record'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { LanguageProvider } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleHistory } from '../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ActivityList } from './activity-list.tsx'
import { ActivityScreen } from './activity-screen.tsx'

afterEach(cleanup)

/** The machine may be busy. */
const patient = { timeout: 10_000 }

const row = (record: number, change: Partial<AuditRow> = {}): AuditRow => ({
  record,
  id: `r${record}`,
  at: record,
  kind: 'tool-call',
  serverName: 'files',
  serverHue: 0,
  subject: `read ${record}`,
  decision: 'allow-once',
  outcome: 'done',
  ...change,
})

const rows = [
  row(4, { of: 'call', decision: 'deny' }),
  row(3, { kind: 'record-cut', serverName: '', subject: '', decision: 'none' }),
  row(2, { of: 'call', outcome: 'under-way', subject: 'earlier of the same' }),
  row(1),
]

function show(change: Partial<AuditRecord> = {}) {
  const asked: object[] = []
  const store = createUiStore({ section: 'activity' })
  const bridge = createSampleBridge({
    handlers: {
      'ask.list': () => [],
      'audit.page': (query) => {
        asked.push(query)
        return { rows: query.text === 'nothing' ? [] : rows, next: null, first: 1, last: 4 }
      },
      'audit.get': ({ id }) => {
        const [found] = sampleHistory
        return found ? { ...found, id, subject: `record ${id}`, turnId: 't7', ...change } : null
      },
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ActivityList />
            <ActivityScreen />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return { asked, store }
}

it('a call is listed once, as it ended, and what the app did names no server', async () => {
  show()
  const denied = await screen.findByRole('button', { name: /^read 4/ }, patient)
  expect(denied.textContent).toContain('files · denied')
  expect(screen.queryByText('earlier of the same')).toBeNull()
  expect(screen.getByRole('button', { name: /^Old activity deleted/ }).textContent).not.toContain(
    '·',
  )
})

it('what is typed is searched for by main, a moment later, and nothing found is said', async () => {
  const { asked } = show()
  await screen.findByRole('button', { name: /^read 4/ }, patient)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' nothing ' } })
  expect((await screen.findByText('No matches', {}, patient)).getAttribute('role')).toBe('status')
  expect(asked).toContainEqual({ text: 'nothing', group: undefined })
  expect(asked).not.toContainEqual({ text: ' nothing ', group: undefined })
})

it('a record leads to its very place in the chat', async () => {
  const { store } = show()
  fireEvent.click(await screen.findByRole('button', { name: /^read 1/ }, patient))
  await screen.findByRole('heading', { name: 'record r1' }, patient)
  fireEvent.click(screen.getByRole('button', { name: 'Open chat' }))
  await waitFor(() => expect(store.getState().section).toBe('chats'))
  const [found] = sampleHistory
  expect(store.getState().chatPlace).toEqual({
    conversationId: found?.conversationId,
    turnId: 't7',
    entryId: found?.entryId,
  })
})

it.each([
  ['under-way', 'Being opened'],
  ['done', 'Opened in your browser'],
  ['failed', 'Your browser could not open it'],
  ['unknown', 'It may have been opened: Gatehouse ended meanwhile'],
] as const)(
  'of a page that was to be opened it is said what is known: %s',
  async (outcome, words) => {
    show({ kind: 'elicitation', decision: 'accept', page: 'https://example.com/', outcome })
    fireEvent.click(await screen.findByRole('button', { name: /^read 1/ }, patient))
    await screen.findByRole('heading', { name: 'record r1' }, patient)
    expect(screen.getByRole('region', { name: 'record r1' }).textContent).toContain(words)
  },
)
