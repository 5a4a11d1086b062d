import { markedSampling, marksIn, marksToShow } from '@gatehouse/testkit/sampling-with-markers'
import { expect, it } from 'vitest'
import type { ModelClient, ModelRequest } from '../ports/index.ts'
import { runSampling, type LimitRequest } from './sampling-run.ts'

const unlimited: LimitRequest = (request) => request

it('does not stand still over thousands of tools whose names come to the same one', async () => {
  const requests: ModelRequest[] = []
  const client: ModelClient = {
    async *stream(request) {
      requests.push(request)
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } }
    },
  }
  const tools = Array.from({ length: 20_000 }, (_, index) => ({
    name: String.fromCodePoint(0x4e00 + index),
    inputSchema: { type: 'object' },
  }))
  const request = { messages: [], maxTokens: 1, tools }
  const model = { providerId: 'p', modelId: 'm' }
  const startedAt = performance.now()
  await runSampling(
    client,
    { model, request, limitRequest: unlimited },
    { signal: new AbortController().signal },
  )
  expect(performance.now() - startedAt).toBeLessThan(2000)
  const names = requests[0]?.tools.map(({ name }) => name) ?? []
  expect(new Set(names).size).toBe(tools.length)
  expect(names[0]).toBe('_')
  expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true)
})

/**
 * @threat unseen.sampling-words
 * @attacker server
 * @tries Puts orders for the model where the card of a sampling request cuts or leaves out: the title of a tool without
 * a description, a long name, the parameters of a media type.
 * @stoppedBy The model gets no title, and of a media type its bare name; names and ids stand on the card in full. One
 * request has a mark in each of its texts: what the model gets of them and what the card shows are compared.
 */
it('sends a model no text of a request that its card does not have to show in full', async () => {
  const requests: ModelRequest[] = []
  const client: ModelClient = {
    async *stream(request) {
      requests.push(request)
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } }
    },
  }
  const model = { providerId: 'p', modelId: 'm' }
  await runSampling(
    client,
    { model, request: markedSampling, limitRequest: unlimited },
    { signal: new AbortController().signal },
  )
  const fields = marksIn(JSON.stringify(requests))
  const shown = new Set(marksToShow())
  expect([...fields].filter((mark) => !shown.has(mark))).toEqual([])
  // And what is for the model reaches it.
  for (const mark of ['q1end', 'q2end', 'q3end', 'q6end', 'q7end', 'q14end', 'q16end', 'q28end'])
    expect(fields).toContain(mark)
})

it('asks for no longer an answer than the model’s context leaves, and says so', async () => {
  const requests: ModelRequest[] = []
  const adapted: unknown[] = []
  const client: ModelClient = {
    async *stream(request) {
      requests.push(request)
      yield { type: 'parameters-left-out', names: ['temperature'] }
      yield { type: 'finish', reason: 'stop', usage: {} }
    },
  }
  const run = (room = Infinity) =>
    runSampling(
      client,
      {
        model: { providerId: 'p', modelId: 'm' },
        request: {
          messages: [{ role: 'user', content: [{ type: 'text', text: 'word '.repeat(1600) }] }],
          maxTokens: 4000,
        },
        limitRequest: (request) =>
          room < 100
            ? undefined
            : { ...request, maxOutputTokens: Math.min(room, request.maxOutputTokens) },
      },
      { signal: new AbortController().signal, onAdapted: (one) => void adapted.push(one) },
    )
  await run()
  await run(900)
  expect(requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([4000, 900])
  expect(adapted.at(-1)).toEqual({
    leftOut: ['temperature'],
    changed: [{ name: 'maxOutputTokens', value: 900 }],
  })
  await expect(run(50)).rejects.toMatchObject({
    data: { failure: { code: 'context-too-long' }, unsent: true },
  })
  expect(requests).toHaveLength(2)
})
