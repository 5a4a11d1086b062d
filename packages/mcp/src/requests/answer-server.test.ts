import { startHttpServer, type FixtureHttpServer } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestBench, nobody, type TestBench } from '../testing/recorded-connection.ts'

const signal = new AbortController().signal
const requestedSchema = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
let bench: TestBench
let server: FixtureHttpServer | undefined

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  await server?.close()
  server = undefined
})

/** A server whose tool `ask` wants a city of the person, in the way of its era. */
function startAskingServer(era: 'legacy' | 'modern') {
  return startHttpServer({
    era,
    features: [],
    extend: (own) => {
      own.registerTool('ask', { description: 'Asks for a city.' }, async (ctx) => {
        if (era === 'modern') {
          const answer = ctx.mcpReq.inputResponses?.['city']
          if (answer !== undefined)
            return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
          const params = { mode: 'form' as const, message: 'Which city?', requestedSchema }
          const city = { method: 'elicitation/create' as const, params }
          return { resultType: 'input_required' as const, inputRequests: { city } }
        }
        const answer = await ctx.mcpReq.elicitInput({ message: 'Which city?', requestedSchema })
        return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
      })
    },
  })
}

describe.each(['legacy', 'modern'] as const)('a %s server that asks the person', (era) => {
  test('gets the answer, and the call does not time out while the person thinks', async () => {
    server = await startAskingServer(era)
    const asked: unknown[] = []
    const { connection } = await bench.open(
      { kind: 'http', url: server.url, headers: {} },
      {
        requestTimeoutMs: 1500,
        clientFeatures: { ...nobody.clientFeatures, elicitation: { form: true, url: false } },
        onRequest: {
          ...nobody.onRequest,
          async elicit(request) {
            asked.push(request)
            await new Promise((resolve) => setTimeout(resolve, 2500))
            return { action: 'accept', content: { city: 'Bern' } }
          },
        },
      },
    )
    const [tool] = await connection.listTools(signal)
    if (!tool) throw new Error('The tool is not listed.')
    const call = { tool, arguments: {}, onProgress: () => undefined }
    const result = await connection.callTool(call, signal)
    expect(JSON.stringify(result.content)).toContain('Bern')
    expect(asked).toMatchObject([{ mode: 'form', message: 'Which city?' }])
  })
})
