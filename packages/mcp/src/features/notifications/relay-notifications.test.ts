import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { createRecording } from '../../../checks/testing/recorded-connection.ts'
import { relayNotifications } from './relay-notifications.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('log messages of megabytes are not held whole for the sake of their beginnings', async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const { listener, logs } = createRecording()
  const client = new Client({ name: 'test', version: '1' })
  relayNotifications(client, listener, () => 1)
  // Nobody responds to the handshake; what comes in meanwhile is relayed all the same.
  client.connect(ours).catch(() => undefined)
  await new Promise(setImmediate)
  collect()
  const before = process.memoryUsage().heapUsed
  for (let count = 0; count < 40; count += 1) {
    const params = { level: 'info', logger: text('l'), data: text('d') }
    ours.onmessage?.({ jsonrpc: '2.0', method: 'notifications/message', params })
    await new Promise(setImmediate)
  }
  expect(logs).toHaveLength(40)
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
  await theirs.close()
})

/** Two million characters as they come from the wire. */
function text(sign: string): string {
  return Buffer.alloc(2_000_000, sign).toString('latin1')
}
