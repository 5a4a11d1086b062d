#!/usr/bin/env node
// Asks for many forms at once during one call of its tool `ask`, and gives back how each ended.
//   node many-forms-server.mjs
import { createInterface } from 'node:readline'

/** @typedef {{ id?: string | number, method?: string, params?: Record<string, any>, result?: any, error?: any }} Message */

/** @param {object} message */
const send = (message) =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** Fields of forms by their kind and place. @type {Record<string, (index: number) => object>} */
const fields = {
  text: (index) => ({ type: 'string', title: `Field ${index}` }),
  mixed: (index) =>
    [
      { type: 'string', title: `Name ${index}`, description: 'As it is written on the invoice.' },
      { type: 'integer', title: `Pieces ${index}`, minimum: 0, maximum: 100 },
      { type: 'boolean', title: `Express ${index}` },
      { type: 'string', title: `Colour ${index}`, enum: ['red', 'green', 'blue'] },
    ][index % 4] ?? {},
  json: (index) => ({
    title: `Row ${index}`,
    description: 'Cells of a row.',
    type: 'object',
    properties: { cells: { type: 'array', items: { type: 'number' } } },
    required: ['cells'],
  }),
  unbreakable: (index) => ({
    type: 'string',
    title: `${index}${'Unbreakable'.repeat(40)}`,
    description: 'W'.repeat(600),
    enum: ['x'.repeat(300), 'y'.repeat(300)],
  }),
}

let asked = 0
/** @type {Map<string | number, (answer: Message) => void>} */
const waiting = new Map()

/** @param {object} params @returns {Promise<Message>} */
function ask(params) {
  asked += 1
  const id = `form-${asked}`
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    send({ id, method: 'elicitation/create', params })
  })
}

/** @param {Record<string, any>} given */
async function askAll({ forms = 1, fields: count = 1, kind = 'text', message = 'Please fill in' }) {
  const field = fields[kind] ?? fields['text']
  const properties = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      kind === 'unbreakable' ? `${'n'.repeat(120)}${index}` : `field_${index}`,
      field?.(index),
    ]),
  )
  const answers = await Promise.all(
    Array.from({ length: forms }, (_, number) =>
      ask({
        message: `${message} ${number + 1}`,
        requestedSchema: { type: 'object', properties },
      }),
    ),
  )
  return answers.map(({ result, error }) => error?.message ?? result?.action)
}

const tool = {
  name: 'ask',
  description: 'Asks for forms.',
  inputSchema: {
    type: 'object',
    properties: {
      forms: { type: 'integer' },
      fields: { type: 'integer' },
      kind: { type: 'string' },
      message: { type: 'string' },
    },
  },
}

/** @param {Message} message */
async function receive({ id, method, params = {}, ...rest }) {
  if (id !== undefined && method === undefined) return waiting.get(id)?.(rest)
  if (id === undefined) return undefined
  switch (method) {
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: params['protocolVersion'],
          capabilities: { tools: {} },
          serverInfo: { name: 'many-forms', version: '1.0.0' },
        },
      })
    case 'ping':
      return send({ id, result: {} })
    case 'tools/list':
      return send({ id, result: { tools: [tool] } })
    case 'tools/call': {
      const text = JSON.stringify(await askAll(params['arguments'] ?? {}))
      return send({ id, result: { content: [{ type: 'text', text }] } })
    }
    default:
      return send({ id, error: { code: -32601, message: 'Method not found' } })
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => void receive(JSON.parse(line)))
  .on('close', () => process.exit(0))
