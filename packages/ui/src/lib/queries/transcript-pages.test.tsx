import { cleanup, render, waitFor } from '@testing-library/react'
import { GatehouseError } from '@gatehouse/domain'
import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { BridgeProvider } from '../bridge.tsx'
import { createSampleBridge } from '../samples/sample-bridge.ts'
import { useTranscriptPages, type TranscriptPages } from './transcript-pages.ts'

afterEach(cleanup)

/** The pages of a chat in which the entry is in a version that is not shown. */
async function open() {
  const bridge = createSampleBridge({
    handlers: {
      'chat.get': ({ at }) => {
        throw new GatehouseError(at ? 'chat/not-shown' : 'chat/not-found', 'Not here.')
      },
      'chat.show-version': () => undefined,
    },
  })
  let pages: TranscriptPages | undefined
  function Chat() {
    const own = useTranscriptPages('c')
    useEffect(() => {
      pages = own
    }, [own])
    return null
  }
  render(
    <BridgeProvider bridge={bridge}>
      <Chat />
    </BridgeProvider>,
  )
  await waitFor(() => expect(pages).toBeDefined())
  const switched = () => bridge.requests.filter(({ route }) => route === 'chat.show-version')
  return { pages: pages as unknown as TranscriptPages, switched }
}

const place = { turnId: 't', entryId: 'e' }

it('what is wanted only where it is shown changes no version', async () => {
  const { pages, switched } = await open()
  await expect(pages.show({ ...place, shownOnly: true })).rejects.toThrow('Not here.')
  expect(switched()).toEqual([])
  await expect(pages.show(place)).rejects.toThrow('Not here.')
  expect(switched()).toHaveLength(1)
})
