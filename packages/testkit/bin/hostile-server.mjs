#!/usr/bin/env node
// The hostile server over stdio; what it does wrong is in src/mcp/hostile-server.
//   node hostile-server.mjs [--era legacy|modern] [--asks-first] [--flood-ms N]
//     [--lifetime-ms N]
// --asks-first asks the client before it responds to `initialize`. --flood-ms floods for so long
// as soon as the handshake is over, and then says how many messages that were on stderr. Ends at end of input, and
// by itself after --lifetime-ms (120000), so that a failed test leaves nothing for ever.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { flood } from '../src/mcp/hostile-server/bad-calls.mjs'
import { createHostileServer } from '../src/mcp/hostile-server/hostile-server.mjs'

const { values } = parseArgs({
  options: {
    era: { type: 'string', default: 'legacy' },
    'asks-first': { type: 'boolean', default: false },
    'flood-ms': { type: 'string', default: '0' },
    'lifetime-ms': { type: 'string', default: '120000' },
  },
})
setTimeout(() => process.exit(0), Number(values['lifetime-ms'])).unref()

const server = createHostileServer({ era: values.era === 'modern' ? 'modern' : 'legacy' })
/** @type {import('../src/mcp/hostile-server/hostile-server.mjs').Transport} */
const transport = {
  send: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
  bytes: (bytes) => void process.stdout.write(Buffer.concat([bytes, Buffer.from('\n')])),
  begin: (bytes) => void process.stdout.write(bytes),
}
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  /** @type {import('../src/mcp/hostile-server/hostile-server.mjs').Message} */
  const message = JSON.parse(line)
  const isEarly = values['asks-first'] && message.method === 'initialize'
  void (isEarly ? askEarly() : Promise.resolve()).then(() => server.receive(message, transport))
})
if (values['flood-ms'] !== '0')
  lines.on('line', (line) => {
    if (!line.includes('"notifications/initialized"')) return
    void flood({ transport, token: 'nobody' }, Number(values['flood-ms'])).then((sent) =>
      process.stderr.write(`flooded ${sent}\n`),
    )
  })
lines.on('close', () => process.exit(0))

/** Resolves when everything got a response, of whichever kind. */
async function askEarly() {
  transport.send({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data: 1 },
  })
  transport.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  await Promise.all([
    server.ask(transport, 'ping', {}),
    server.ask(transport, 'sampling/createMessage', { messages: [], maxTokens: 1 }),
    server.ask(transport, 'roots/list', {}),
  ])
}
