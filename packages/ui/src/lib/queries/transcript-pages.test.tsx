import { cleanup, render, waitFor } from '@testing-library/react'
import { GatehouseError } from '@gatehouse/domain'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { BridgeProvider } from '../bridge/bridge.tsx'
import { createSampleBridge } from '../samples/sample-bridge.ts'
import { queryKeys } from './query-keys.ts'
import { useTranscriptPages, type TranscriptPages } from './transcript-pages.ts'

afterEach(cleanup)

type Handlers = NonNullable<NonNullable<Parameters<typeof createSampleBridge>[0]>['handlers']>

/** Where the entry is in a version that is not shown. */
const elsewhere: Handlers = {
  'chat.get': ({ at }) => {
    throw new GatehouseError(at ? 'chat/not-shown' : 'chat/not-found', 'Not here.')
  },
}

/** The pages of a chat, and what the window has of it. */
async function open(handlers = elsewhere) {
  const bridge = createSampleBridge({ handlers })
  let pages: TranscriptPages | undefined
  let client: QueryClient | undefined
  function Chat() {
    const own = useTranscriptPages('c')
    const cache = useQueryClient()
    useEffect(() => {
      pages = own
      client = cache
    }, [own, cache])
    return null
  }
  render(
    <BridgeProvider bridge={bridge}>
      <Chat />
    </BridgeProvider>,
  )
  await waitFor(() => expect(pages).toBeDefined())
  const switched = () => bridge.requests.filter(({ route }) => route === 'chat.show-version')
  const shown = () => client?.getQueryData(queryKeys.conversation('c'))
  return { pages: pages as unknown as TranscriptPages, switched, shown }
}

const place = { turnId: 't', entryId: 'e' }

it('what is wanted only where it is shown changes no version', async () => {
  const { pages, switched } = await open()
  await expect(pages.show({ ...place, shownOnly: true })).rejects.toThrow('Not here.')
  expect(switched()).toEqual([])
  await expect(pages.show(place)).rejects.toThrow('Not here.')
  expect(switched()).toHaveLength(1)
})

it('of two places the one that was wanted last is shown, whichever is read first', async () => {
  const resolvers = new Map<string, () => void>()
  const { pages, shown } = await open({
    'chat.get': async ({ at }) => {
      const id = at?.entryId ?? ''
      await new Promise<void>((resolve) => resolvers.set(id, resolve))
      return { turns: [], lastSent: id } as never
    },
  })
  const first = pages.show({ turnId: 't', entryId: 'first' })
  const second = pages.show({ turnId: 't', entryId: 'second' })
  await waitFor(() => expect(resolvers.size).toBe(2))
  resolvers.get('second')?.()
  await second
  resolvers.get('first')?.()
  await first
  expect(shown()).toMatchObject({ lastSent: 'second' })
})
