import { expect, it } from 'vitest'
import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, runStep, TEST_KEY } from './testing/run-step.ts'

it.each(['../../v1/other', 'a?key=b', 'a#b', '', 'x'.repeat(300), 'models/../../x', 'a b'])(
  'a model of Gemini named %j leads to no other address',
  async (modelId) => {
    const endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
    const target = endpointOf('google', endpoint.url)
    const played = await runStep(createModelClients(), { endpoint: target, request: { modelId } })
    await endpoint.close()
    expect(played.failure?.code).toBe('model-not-found')
    expect(endpoint.requests).toEqual([])
  },
)

it('an answer of Gemini that says without end that it goes on elsewhere is ended', async () => {
  const endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
  const chunk = {
    candidates: [
      {
        content: { parts: [{ text: 'more ' }] },
        finishReason: 'CONTINUATION',
        continuationToken: 'c',
      },
    ],
  }
  const body = `data: ${JSON.stringify(chunk)}\n\n`
  endpoint.script('m', () => ({
    fault: { kind: 'status', status: 200, body, contentType: 'text/event-stream' },
  }))
  const played = await runStep(createModelClients(), {
    endpoint: endpointOf('google', endpoint.url),
  })
  await endpoint.close()
  expect(played.failure).toMatchObject({ code: 'too-much' })
  expect(played.text).toBe('more '.repeat(16))
  expect(endpoint.requests).toHaveLength(16)
})

it('an answer that may come from one request only ends where Gemini goes on elsewhere', async () => {
  const endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
  const chunk = {
    candidates: [
      {
        content: { parts: [{ text: 'more ' }] },
        finishReason: 'CONTINUATION',
        continuationToken: 'c',
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  }
  const body = `data: ${JSON.stringify(chunk)}\n\n`
  endpoint.script('m', [
    { fault: { kind: 'refuse', reason: 'overloaded' } },
    { fault: { kind: 'status', status: 200, body, contentType: 'text/event-stream' } },
    { text: 'nobody asked for this' },
  ])
  const clients = createModelClients({ retry: { backoffMs: [1] } })
  const target = endpointOf('google', endpoint.url)
  const played = await runStep(clients, { endpoint: target, request: { isSingle: true } })
  await endpoint.close()
  expect(played.error).toBeUndefined()
  expect(played.text).toBe('more ')
  expect(played.events.at(-1)).toEqual({
    type: 'finish',
    reason: 'length',
    usage: { inputTokens: 3, outputTokens: 2 },
  })
  // What was refused wrote nothing and is tried again.
  expect(endpoint.requests).toHaveLength(2)
})

it('an answer that Gemini ended over a call it could not write is reported as that, and its text is kept', async () => {
  const endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
  const chunks = [
    { candidates: [{ content: { parts: [{ text: 'Reading.' }] } }] },
    { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] },
  ]
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  endpoint.script('m', [
    { fault: { kind: 'status', status: 200, body, contentType: 'text/event-stream' } },
  ])
  const played = await runStep(createModelClients(), {
    endpoint: endpointOf('google', endpoint.url),
  })
  await endpoint.close()
  expect(played.failure).toMatchObject({ code: 'invalid-response' })
  expect(played.failure?.message).toContain('nothing was run')
  expect(played.text).toBe('Reading.')
})
