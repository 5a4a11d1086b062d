#!/usr/bin/env node
// A server that shakes hands and then does whatever its seed says:
//   node chaos-server.mjs --seed N --calls FILE [--http] [--plain]
// Appends one JSON line for each tools/call to FILE before it does anything about it. With --http it
// serves Streamable HTTP on a free port of 127.0.0.1, which it prints; else it speaks over stdio. --plain
// leaves its lists alone.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { text as readText } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { evilPicture } from '../generators/pictures.mjs'
import { markdownBomb, oddName } from '../generators/words.mjs'
import { createRandom } from '../random.mjs'
import { behaviours } from './behaviours.mjs'

/** @typedef {{ id?: string | number, method?: string, params?: Record<string, any> }} Message */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string' },
    http: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
  },
})
const random = createRandom(Number(values.seed))
const heavyLists = random.chance(0.3) && !values.plain
let asked = 0

/** @param {(text: string) => void} raw @returns {import('./behaviours.mjs').Transport} */
const transportTo = (raw) => ({
  raw,
  send: (message) => raw(JSON.stringify(message)),
  ask: (method, params) => {
    asked += 1
    raw(JSON.stringify({ jsonrpc: '2.0', id: `chaos-${asked}`, method, params }))
  },
  complain: (words) => void process.stderr.write(words),
})

/** @param {Message} message @param {(text: string) => void} raw */
async function receive({ id, method, params = {} }, raw) {
  if (id === undefined || method === undefined) return
  const transport = transportTo(raw)
  /** @param {object} result */
  const reply = (result) => transport.send({ jsonrpc: '2.0', id, result })
  switch (method) {
    case 'initialize':
      return reply(greeting(params['protocolVersion']))
    case 'ping':
      return reply({})
    case 'tools/list':
      return raw(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${toolPage(params['cursor'])}}`,
      )
    case 'prompts/list':
      return reply({ prompts: [{ name: oddName(random) }] })
    case 'resources/list':
      return reply({ resources: [{ name: oddName(random), uri: 'chaos:///one' }] })
    case 'resources/templates/list':
      return reply({ resourceTemplates: [] })
    case 'resources/read':
      reply({ contents: [{ uri: String(params['uri']), text: markdownBomb(random) }] })
      return updates(params['uri'], transport)
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return reply({})
    case 'tools/call':
      return call(id, params, transport)
    default:
      transport.send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  }
}

/**
 * Says again and again that a resource changed, whoever listens.
 * @param {unknown} uri @param {import('./behaviours.mjs').Transport} transport
 */
async function updates(uri, transport) {
  const params = { uri }
  for (let count = 0; count < 5000; count += 1) {
    transport.send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params })
    if (count % 500 === 0) await sleep(5)
  }
}

/** @param {unknown} protocolVersion */
const greeting = (protocolVersion) => ({
  protocolVersion,
  capabilities: {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    logging: {},
  },
  serverInfo: {
    name: oddName(random),
    version: '1.0.0',
    title: oddName(random),
    icons: [{ src: pictureUrl(), sizes: ['any'] }],
  },
  instructions: markdownBomb(random).slice(0, 100_000),
})

function pictureUrl() {
  const { data, mimeType } = evilPicture(random)
  return `data:${mimeType};base64,${data}`
}

/** @param {unknown} cursor */
function toolPage(cursor) {
  const names = ['run', 'read', 'ask', 'show']
  const tools = cursor === undefined ? names.map((name) => tool(name)) : []
  tools.push(tool(oddName(random)), tool(oddName(random)))
  if (!heavyLists) return JSON.stringify({ tools })
  const page = Number(cursor ?? 0) + 1
  const more = Array.from({ length: 50 }, (_, index) => tool(`t-${page}-${index}`, 20_000))
  const next = page < 60 ? { nextCursor: String(page) } : {}
  return JSON.stringify({ tools: [...tools, ...more], ...next })
}

/** @param {string} name @param {number} [length] of its description */
function tool(name, length = 0) {
  return {
    name,
    title: random.chance(0.5) ? oddName(random) : 'read_file',
    description: length > 0 ? 'd'.repeat(length) : oddName(random),
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  }
}

/** @param {string | number} id @param {Record<string, any>} params @param {import('./behaviours.mjs').Transport} transport */
async function call(id, params, transport) {
  const line = { at: Date.now(), tool: params['name'], arguments: params['arguments'] ?? {} }
  if (values.calls !== undefined) appendFileSync(values.calls, `${JSON.stringify(line)}\n`)
  const behave = random.weighted(Object.values(behaviours))
  await behave({
    id,
    token: params['_meta']?.progressToken,
    random: random.fork(String(id)),
    transport,
  })
}

if (values.http) serveHttp()
else serveStdio()

function serveStdio() {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    /** @type {Message} */
    const message = JSON.parse(line)
    void receive(message, (text) => void process.stdout.write(`${text}\n`))
  })
  lines.on('close', () => process.exit(0))
  if (random.chance(0.2)) process.stdout.write('Debugger listening on nothing\n')
  if (random.chance(0.2)) process.stderr.write('starting '.repeat(100_000))
}

function serveHttp() {
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`${typeof address === 'object' ? address?.port : 0}\n`)
  })
  process.stdin.on('close', () => process.exit(0)).resume()
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function respond(request, response) {
  if (request.method !== 'POST') {
    response.writeHead(405).end()
    return
  }
  /** @type {Message} */
  const message = JSON.parse(await readText(request))
  if (message.id === undefined || message.method === undefined) {
    response.writeHead(202).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const done = new Promise((resolve) => response.once('close', resolve))
  await receive(message, (text) => {
    response.write(`data: ${text.replaceAll('\n', ' ')}\n\n`)
    if (
      text.includes(`"id":${JSON.stringify(message.id)}`) &&
      /"(result|error)":/.test(text.slice(0, 200))
    )
      response.end()
  })
  await done
}
