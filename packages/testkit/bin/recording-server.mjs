#!/usr/bin/env node
// An MCP server that believes nothing and writes down everything: first how it was started (arguments,
// environment, directory, files), then each line as it came, as a JSON string a line. RECORD_FILE names the file.
import { appendFileSync } from 'node:fs'

const file = process.env['RECORD_FILE'] ?? ''
const { argv, env, pid } = process
/** @param {unknown} what */
const record = (what) => appendFileSync(file, `${JSON.stringify(what)}\n`)

record({
  argv: argv.slice(2),
  env,
  cwd: process.cwd(),
  script: argv[1],
  program: process.execPath,
  pid,
})

const inputSchema = { type: 'object' }
/** @type {Record<string, (params: any) => unknown>} */
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'recorder', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'take', title: 'Take', inputSchema }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'taken' }] }),
}

/** @param {string} line */
function take(line) {
  record(line)
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const respond = methods[method]
  const body = respond
    ? { result: respond(params) }
    : { error: { code: -32601, message: `Method not found: ${method}` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
}

// Split at line feeds alone: the module `readline` of Node 24 ends lines at U+2028 as well, and MCP does not.
let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = `${rest}${String(chunk)}`.split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) take(line)
})
