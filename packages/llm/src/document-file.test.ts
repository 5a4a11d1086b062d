import type { ModelMessage } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createModelClients } from './model-clients.ts'
import { endpointOf, runStep, type EndpointKind } from './testing/run-step.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
const messages: ModelMessage[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'Sum up' },
      { type: 'document', mimeType: 'application/pdf', data: PDF, tokens: 1600 },
    ],
  },
]

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint()
})
afterEach(() => endpoint.close())

const run = (kind: EndpointKind) =>
  runStep(createModelClients(), { endpoint: endpointOf(kind, endpoint.url), request: { messages } })

it.each([
  [
    'anthropic',
    `{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"${PDF}"}`,
  ],
  ['google', `{"inlineData":{"mimeType":"application/pdf","data":"${PDF}"}}`],
  [
    'openai-responses',
    `"type":"input_file","filename":"part-1.pdf","file_data":"data:application/pdf;base64,${PDF}"`,
  ],
  [
    'openai-compatible',
    `{"type":"file","file":{"filename":"document.pdf","file_data":"data:application/pdf;base64,${PDF}"}`,
  ],
] as const)('%s is sent a PDF file in the part that its API has for it', async (kind, part) => {
  endpoint.script('m', [{ text: 'Read.' }])
  expect((await run(kind)).text).toBe('Read.')
  expect(endpoint.requests.at(-1)?.rawBody).toContain(part)
})

it('an API without a place for files is asked nothing', async () => {
  const { failure } = await run('azure-openai')
  expect(failure?.code).toBe('bad-request')
  expect(endpoint.requests).toEqual([])
})

it('a refusal of a file of the person is shown, as that of a picture, and not answered without it', async () => {
  const body = '{"error":{"message":"This model does not support documents."}}'
  endpoint.script('m', [{ fault: { kind: 'status', status: 400, body } }])
  const { failure } = await run('anthropic')
  expect(failure).toMatchObject({ code: 'bad-request' })
  expect(endpoint.requests).toHaveLength(1)
})
