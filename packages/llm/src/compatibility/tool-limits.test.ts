import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import type { ModelEndpoint } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { objectOf, objectsOf } from '../fields.ts'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, runStep, TEST_KEY } from '../testing/run-step.ts'

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

const DESCRIPTION = 'long '.repeat(300)
const tools = Array.from({ length: 520 }, (_, n) => ({
  name: `tool_${n}`,
  description: DESCRIPTION,
  inputSchema: {},
}))

const definitionsIn = ({ tools: list }: JsonObject): JsonObject[] =>
  objectsOf(list).flatMap((one) =>
    'functionDeclarations' in one
      ? objectsOf(one['functionDeclarations'])
      : [objectOf(one['function']) ?? one],
  )

it.each<[ModelEndpoint['kind'], number, number]>([
  ['openai-responses', 128, 1024],
  ['azure-openai', 128, 1024],
  ['google', 512, DESCRIPTION.length],
  ['anthropic', 520, DESCRIPTION.length],
  ['openai-compatible', 520, DESCRIPTION.length],
])(
  '%s defines at most %d tools, each with at most %d characters',
  async (kind, most, characters) => {
    endpoint.script('m', [{ text: 'ok' }])
    const played = await runStep(createModelClients(), {
      endpoint: endpointOf(kind, endpoint.url),
      request: { tools },
    })
    expect(played.text).toBe('ok')
    const sent = definitionsIn(endpoint.requests[0]?.body ?? {})
    expect(sent).toHaveLength(most)
    const lengths = sent.map(({ description }) => JSON.stringify(description).length - 2)
    expect(Math.max(...lengths)).toBe(characters)
    const leftOut = played.events.flatMap((event) =>
      event.type === 'tools-quarantined' && event.fault === 'too-many' ? event.names : [],
    )
    expect(leftOut).toEqual(tools.slice(most).map(({ name }) => name))
  },
)
