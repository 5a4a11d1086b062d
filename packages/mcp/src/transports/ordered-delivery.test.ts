import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { createIncoming } from './ordered-delivery.ts'

const note = (method: string): JSONRPCMessage => ({ jsonrpc: '2.0', method })

/** Takes up the time of a turn, so that what follows waits for one of its own. */
function work(): void {
  const until = performance.now() + 12
  while (performance.now() < until);
}

function taken(received: (message: JSONRPCMessage) => void) {
  const told: unknown[] = []
  const transport = {
    onmessage: (message: JSONRPCMessage) => told.push(message),
    onerror: (error: Error) => told.push(error.message),
  } as unknown as Transport
  const recorder = { received }
  const requests = { admits: () => true }
  return { told, incoming: createIncoming({ transport: () => transport, recorder, requests }) }
}

it('what fails for a message that waited is told to the transport, and the messages go on', async () => {
  const { told, incoming } = taken((message) => {
    work()
    if ('method' in message && message.method === 'second') throw new Error('No room.')
  })
  for (const method of ['first', 'second', 'third']) incoming.take(note(method))
  expect(incoming.idle()).toBeDefined()
  await incoming.delivered()
  expect(told).toEqual([note('first'), 'No room.', note('second'), note('third')])
  expect(incoming.idle()).toBeUndefined()
})

it('is delivered when a response that waited has reached the client', async () => {
  const { told, incoming } = taken(work)
  const response: JSONRPCMessage = { jsonrpc: '2.0', id: 1, result: {} }
  incoming.take(note('first'))
  incoming.take(response)
  await incoming.idle()
  expect(told).toEqual([note('first')])
  await incoming.delivered()
  expect(told).toMatchObject([note('first'), response])
})
