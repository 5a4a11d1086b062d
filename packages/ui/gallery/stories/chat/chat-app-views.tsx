import type { AppViewEnd, OpenedAppView } from '@gatehouse/domain/apps'
import { useState } from 'react'
import { AppView } from '../../../src/features/apps/index.ts'
import { BridgeProvider } from '../../../src/lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../src/lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../src/lib/ui-store.tsx'
import { call } from '../../mocks/sample-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

/** The call ended in this window, so its interface opens by itself. */
const AFTER_START = Date.UTC(2100, 0)

const nothing = { domains: [], permissions: [] }
const wanted = { domains: ['https://api.example.com'], permissions: ['camera' as const] }

interface Sample {
  title: string
  /** Absent while it opens. No frame of a view can be in this page. */
  opened?: OpenedAppView
  /** It does not run, for this reason. */
  ended?: AppViewEnd
}

const running: Sample[] = [
  { title: 'Opens' },
  {
    title: 'Runs in a window of its own',
    opened: {
      state: 'in-window',
      viewId: 'v',
      access: {
        hosts: [
          {
            scheme: 'https',
            host: 'api.example.com',
            port: 443,
            isWildcard: false,
            written: null,
            uses: ['connect'],
          },
        ],
        permissions: ['camera'],
      },
      refused: [{ text: 'wss://live.example.com', reason: 'socket' }],
    },
  },
]

const waiting: Sample[] = [
  { title: 'Waits for its own window', opened: { state: 'not-drawn', reason: 'own-window' } },
  { title: 'Its window was refused', opened: { state: 'cancelled' } },
  {
    title: 'Changed',
    opened: {
      state: 'changed',
      hash: 'f'.repeat(64),
      bytes: 230_000,
      needs: wanted,
      before: { at: Date.UTC(2026, 10, 2), bytes: 218_000, needs: nothing },
    },
  },
  ...(['no-html', 'too-large', 'not-read'] as const).map((reason) => ({
    title: `Text: ${reason}`,
    opened: { state: 'not-drawn' as const, reason },
  })),
]

const ends: AppViewEnd[] = [
  'closed',
  'closed-by-app',
  'replaced',
  'not-started',
  'crashed',
  'navigated',
  'took-focus',
  'over-limits',
  'spinning',
]
const ended = ends.map((end): Sample => ({ title: `Ended: ${end}`, ended: end }))

/** Two columns of a board. */
const BOARD_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 200"><rect width="700" height="200" fill="#fff"/><rect x="20" y="20" width="320" height="160" fill="#2563eb"/><rect x="360" y="20" width="320" height="100" fill="#f59e0b"/></svg>',
)}`

/** Views that ended as they should keep their place: a picture, or without one an empty place. */
const keptOf = (id: string, end: AppViewEnd) => ({
  [`app view ${id}`]: end,
  ...(end === 'replaced' || end === 'closed' ? { [`app view height ${id}`]: 180 } : {}),
})

function View({ title, opened, ended: end }: Sample) {
  const id = `view-${title}`
  const [stage] = useState(() => ({
    bridge: createSampleBridge({
      handlers: {
        'app-view.open': () => opened ?? new Promise<never>(() => undefined),
        'app-view.close': () => undefined,
        'app-view.picture': () => (end === 'replaced' ? BOARD_PICTURE : null),
      },
    }),
    store: createUiStore(end === undefined ? {} : { kept: keptOf(id, end) }),
  }))
  return (
    <BridgeProvider bridge={stage.bridge}>
      <UiStoreProvider store={stage.store}>
        <AppView
          conversationId="release"
          turnId="t"
          call={call(id, 'research', {
            toolTitle: 'Show board',
            toolName: 'show_board',
            endedAt: AFTER_START,
            app: { uri: 'ui://board' },
          })}
        />
      </UiStoreProvider>
    </BridgeProvider>
  )
}

function AppViews() {
  return [...running, ...waiting, ...ended].map((sample) => (
    <Specimen key={sample.title} stack title={sample.title}>
      <View {...sample} />
    </Specimen>
  ))
}

export const story: Story = { title: 'Interfaces of servers', group: 'Chat', Body: AppViews }
