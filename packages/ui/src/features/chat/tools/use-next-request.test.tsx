import type { ConversationView } from '@gatehouse/domain'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { conversation } from '../../../testing/render-composer.tsx'
import { useNextRequest } from './use-next-request.ts'

afterEach(cleanup)

it('renders again when a step ends, and not for the text that streams before', async () => {
  const turn = { id: 't', step: 1, status: 'running', entries: [] }
  const view = { conversation, turns: [turn], attachments: [] } as unknown as ConversationView
  const bridge = createSampleBridge({
    handlers: { 'chat.get': () => view, 'chat.next-request': () => null },
  })
  let client: QueryClient | undefined
  let renders = 0
  function Estimate() {
    useNextRequest(conversation)
    const cache = useQueryClient()
    useEffect(() => {
      client = cache
      renders += 1
    })
    return null
  }
  render(
    <BridgeProvider bridge={bridge}>
      <Estimate />
    </BridgeProvider>,
  )
  const requests = () => bridge.requests.filter(({ route }) => route === 'chat.next-request')
  const change = async (changes: object) => {
    const turns = [{ ...turn, ...changes }]
    await act(async () => {
      client?.setQueryData(queryKeys.conversation(conversation.id), { ...view, turns })
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }
  await waitFor(() => expect(requests().length).toBeGreaterThan(0))
  await change({})
  const before = renders
  await change({ entries: [{ kind: 'assistant-message', id: 'm', text: 'Hello' }] })
  expect(renders).toBe(before)
  await change({ status: 'done' })
  expect(renders).toBeGreaterThan(before)
})
