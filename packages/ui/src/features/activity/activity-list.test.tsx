import type { Ask, AuditRecord } from '@gatehouse/domain'
import type { AuditRow, RecordMessages } from '@gatehouse/domain/audit'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleAsks, sampleAuditRecords } from '../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ActivityList } from './activity-list.tsx'
import { ActivityScreen } from './activity-screen.tsx'

afterEach(cleanup)

/** The machine may be busy. */
const longTimeout = { timeout: 10_000 }

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

interface Shown {
  messages?: RecordMessages | null
  asks?: Ask[]
  activityId?: string
  isCut?: true
  get?: () => Promise<never>
  /** Fields in which each record differs. */
  change?: Partial<AuditRecord>
}

function show({ asks = [], activityId, isCut, get, change = {}, messages = null }: Shown = {}) {
  const asked: object[] = []
  const store = createUiStore({ section: 'activity', ...(activityId ? { activityId } : {}) })
  const bridge = createSampleBridge({
    handlers: {
      'ask.list': () => asks,
      'audit.page': (query) => {
        asked.push(query)
        const page = { rows: query.text === 'nothing' ? [] : rows, next: null, first: 1, last: 4 }
        return isCut ? { ...page, isCut } : page
      },
      'audit.get': ({ id }) => {
        if (get) return get()
        const [found] = sampleAuditRecords
        return found
          ? { ...found, id, subject: `record ${id}`, turnId: 't7', messages, ...change }
          : null
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
  const denied = await screen.findByRole('button', { name: /^read 4/ }, longTimeout)
  expect(denied.textContent).toContain('files · denied')
  expect(screen.queryByText('earlier of the same')).toBeNull()
  expect(screen.getByRole('button', { name: /^Old activity deleted/ }).textContent).not.toContain(
    '·',
  )
})

it('what is typed is searched for by main, a moment later, and nothing found is reported', async () => {
  const { asked } = show()
  await screen.findByRole('button', { name: /^read 4/ }, longTimeout)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' nothing ' } })
  expect((await screen.findByText('No matches', {}, longTimeout)).getAttribute('role')).toBe(
    'status',
  )
  expect(asked).toContainEqual({ text: 'nothing', group: undefined })
  expect(asked).not.toContainEqual({ text: ' nothing ', group: undefined })
})

it('a record leads to its very place in the chat', async () => {
  const { store } = show()
  fireEvent.click(await screen.findByRole('button', { name: /^read 1/ }, longTimeout))
  await screen.findByRole('heading', { name: 'record r1' }, longTimeout)
  fireEvent.click(screen.getByRole('button', { name: 'Open chat' }))
  await waitFor(() => expect(store.getState().section).toBe('chats'))
  const [found] = sampleAuditRecords
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
  ['unknown', 'Unknown: Gatehouse ended while opening it'],
] as const)(
  'of a page that was to be opened it is said what is known: %s',
  async (outcome, words) => {
    show({
      change: { kind: 'elicitation', decision: 'accept', page: 'https://example.com/', outcome },
    })
    fireEvent.click(await screen.findByRole('button', { name: /^read 1/ }, longTimeout))
    await screen.findByRole('heading', { name: 'record r1' }, longTimeout)
    expect(screen.getByRole('region', { name: 'record r1' }).textContent).toContain(words)
  },
)

it('a search of which not all chats were looked at says so', async () => {
  show({ isCut: true })
  expect((await screen.findByRole('note', {}, longTimeout)).textContent).toContain('latest 5,000')
  cleanup()
  show()
  await screen.findByRole('button', { name: /^read 4/ }, longTimeout)
  expect(screen.queryByRole('note')).toBeNull()
})

it('while a chosen record is read, or cannot be, no question of another is in its place', async () => {
  const [ask] = sampleAsks
  if (!ask) throw new Error('There is no sample.')
  let fail: (error: Error) => void = () => undefined
  const get = () => new Promise<never>((_resolve, reject) => (fail = reject))
  show({ asks: [ask], activityId: 'r1', get })
  await screen.findByRole('button', { name: /^read 4/ }, longTimeout)
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull())
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
  for (let tries = 0; !screen.queryByRole('alert') && tries < 8; tries += 1) {
    fail(new Error('The disk does not respond.'))
    await act(() => new Promise((resolve) => setTimeout(resolve, 1000)))
  }
  expect(screen.getByRole('alert').textContent).toContain('Retry')
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
}, 30_000)

it('a record leads to its very messages, as far as they are kept', async () => {
  const { store } = show({ activityId: 'r1', messages: { request: 7, response: 9 } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show response' }, longTimeout))
  const [{ serverId } = { serverId: null }] = sampleAuditRecords
  expect(store.getState()).toMatchObject({
    section: 'servers',
    serverId,
    serverTab: 'traffic',
    framePlace: { serverId, seq: 9 },
  })
  expect(screen.getByRole('button', { name: 'Show request' })).toBeTruthy()
})

it('a record says when its messages are kept no longer, and nothing where there was none', async () => {
  show({ activityId: 'r1', messages: { request: null, response: null } })
  expect(await screen.findByText(/^No longer kept\./, {}, longTimeout)).toBeTruthy()
  cleanup()
  show({ activityId: 'r1', messages: null })
  expect(await screen.findByRole('heading', { name: 'record r1' }, longTimeout)).toBeTruthy()
  expect(screen.queryByText(/^No longer kept\./)).toBeNull()
})
