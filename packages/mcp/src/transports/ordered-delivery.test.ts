import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { createIncomingMessages } from './ordered-delivery.ts'

const note = (method: string): JSONRPCMessage => ({ jsonrpc: '2.0', method })

/** Takes up the time of a turn, so that what follows waits for one of its own. */
function work(): void {
  const until = performance.now() + 12
  while (performance.now() < until);
}

function taken(received: (message: JSONRPCMessage) => void) {
  const seen: unknown[] = []
  const transport = {
    onmessage: (message: JSONRPCMessage) => seen.push(message),
    onerror: (error: Error) => seen.push(error.message),
  } as unknown as Transport
  const recorder = { received }
  const requests = { admits: () => true }
  return {
    seen,
    incoming: createIncomingMessages({ transport: () => transport, recorder, requests }),
  }
}

it('what fails for a message that waited is reported to the transport, and the messages go on', async () => {
  const { seen, incoming } = taken((message) => {
    work()
    if ('method' in message && message.method === 'second') throw new Error('No room.')
  })
  for (const method of ['first', 'second', 'third']) incoming.take(note(method))
  expect(incoming.idle()).toBeDefined()
  await incoming.delivered()
  expect(seen).toEqual([note('first'), 'No room.', note('second'), note('third')])
  expect(incoming.idle()).toBeUndefined()
})

it('is delivered when a response that waited has reached the client', async () => {
  const { seen, incoming } = taken(work)
  const response: JSONRPCMessage = { jsonrpc: '2.0', id: 1, result: {} }
  incoming.take(note('first'))
  incoming.take(response)
  await incoming.idle()
  expect(seen).toEqual([note('first')])
  await incoming.delivered()
  expect(seen).toMatchObject([note('first'), response])
})
