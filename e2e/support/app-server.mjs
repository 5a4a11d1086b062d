#!/usr/bin/env node
// A server with an interface (MCP Apps), over stdio:
//   node app-server.mjs <folder>
// `<folder>/capabilities.json` gets what the client declared, `<folder>/calls` one line for each call. The interface
// is `app-view.html` beside this file; a file `<folder>/view.html` takes its place, and `<folder>/ui.json` that of what it
// declares (`_meta.ui`).
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = process.argv[2] ?? '.'
const URI = 'ui://board/view'

/** @param {object} message */
const send = (message) =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const schema = { type: 'object', properties: { name: { type: 'string' } } }
const tools = [
  {
    name: 'show_board',
    title: 'Show board',
    inputSchema: schema,
    _meta: { ui: { resourceUri: URI } },
  },
  { name: 'save_plan', title: 'Save plan', inputSchema: schema },
  { name: 'poll', inputSchema: schema, _meta: { ui: { visibility: ['app'] } } },
  { name: 'for_models', inputSchema: schema, _meta: { ui: { visibility: ['model'] } } },
]

/** @param {string} method @param {Record<string, any>} params */
function respond(method, params) {
  switch (method) {
    case 'initialize':
      writeFileSync(join(folder, 'capabilities.json'), JSON.stringify(params['capabilities']))
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'board', version: '1.0.0' },
      }
    case 'tools/list':
      return { tools }
    case 'tools/call': {
      const { name, arguments: given } = params
      const line = { at: Date.now(), tool: name, arguments: given }
      appendFileSync(join(folder, 'calls'), `${JSON.stringify(line)}\n`)
      return {
        content: [{ type: 'text', text: `${name} done` }],
        structuredContent: { tool: name, total: 250 },
        _meta: { board: 'hidden from models' },
      }
    }
    case 'resources/list':
      return { resources: [{ uri: URI, name: 'board' }] }
    case 'resources/read': {
      const other = join(folder, 'view.html')
      const file = existsSync(other) ? other : join(import.meta.dirname, 'app-view.html')
      const text = readFileSync(file, 'utf8')
      const declared = join(folder, 'ui.json')
      const ui = existsSync(declared)
        ? JSON.parse(readFileSync(declared, 'utf8'))
        : { csp: { connectDomains: ['https://api.example.org'] } }
      const _meta = { ui }
      return {
        contents: [{ uri: URI, mimeType: 'text/html;profile=mcp-app', text, _meta }],
      }
    }
    case 'ping':
      return {}
    default:
      return undefined
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined || method === undefined) continue
  const result = respond(method, params)
  send(result ? { id, result } : { id, error: { code: -32601, message: 'No such method' } })
}
