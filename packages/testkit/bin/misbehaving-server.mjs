#!/usr/bin/env node
// A stdio MCP server that goes wrong in one named way; no dependencies, no build.
//   node misbehaving-server.mjs --mode MODE [--pid-file F] [--delay-ms N] [--exit-code N]
//     [--stderr TEXT] [--bytes N] [--grandchild-pid-file F] [--grandchild-session]
//     [--lifetime-ms N]
// What each mode does is said beside it below. Every process ends by itself after
// --lifetime-ms (default 120000), so that a failed test leaves nothing for ever.
import { spawn } from 'node:child_process'
import { renameSync, writeFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** @typedef {{ id?: string | number, method?: string, params?: { protocolVersion?: string } }} Incoming */
/** @typedef {(message: Incoming, response: object | undefined) => void | Promise<void>} Respond */

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'well-behaved' },
    'pid-file': { type: 'string' },
    'delay-ms': { type: 'string' },
    'exit-code': { type: 'string', default: '1' },
    stderr: { type: 'string' },
    bytes: { type: 'string' },
    'grandchild-pid-file': { type: 'string' },
    'grandchild-session': { type: 'boolean', default: false },
    'lifetime-ms': { type: 'string', default: '120000' },
  },
})

const exitCode = Number(values['exit-code'])
const lifetime = setTimeout(() => process.exit(0), Number(values['lifetime-ms']))
lifetime.unref()

/** @param {string} path */
function writePid(path) {
  // Renamed into place, so that a reader never sees half a number.
  writeFileSync(`${path}.new`, `${process.pid}\n`)
  renameSync(`${path}.new`, path)
}

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** @param {Incoming} message @param {object} result */
function reply(message, result) {
  return { jsonrpc: '2.0', id: message.id, result }
}

/** The correct response to a request; undefined for a notification. @param {Incoming} message */
function correctResponse(message) {
  if (message.id === undefined) {
    return undefined
  }
  switch (message.method) {
    case 'initialize':
      return reply(message, {
        protocolVersion: message.params?.protocolVersion ?? '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: `misbehaving-${values.mode}`, version: '1.0.0' },
      })
    case 'ping':
      return reply(message, {})
    case 'tools/list':
      return reply(message, {
        tools: [{ name: 'hello', description: 'Says hello.', inputSchema: { type: 'object' } }],
      })
    case 'tools/call':
      return reply(message, { content: [{ type: 'text', text: 'hello' }] })
    default:
      return {
        jsonrpc: '2.0',
        id: message.id,
        error: { code: -32601, message: `Method not found: ${message.method}` },
      }
  }
}

/** @param {Respond} respond */
function serve(respond) {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    /** @type {Incoming} */
    const message = JSON.parse(line)
    void respond(message, correctResponse(message))
  })
}

/** @type {Respond} */
function wellBehaved(_message, response) {
  if (response !== undefined) {
    send(response)
  }
}

/** Outlives end of input, SIGTERM, SIGINT and SIGHUP; only SIGKILL or the lifetime ends it. */
function stayStubborn() {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {})
  }
  setInterval(() => {}, 1000)
}

/** Writes to stderr as most languages do: waits while nobody reads. @param {string} text */
function writeErrorBlocking(text) {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(2, rest))
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') {
        process.exit(exitCode)
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/** @param {number} bytes */
function filler(bytes) {
  return 'x'.repeat(Math.max(0, bytes))
}

/** @type {Record<string, () => void>} */
const modes = {
  /** Nothing wrong: the control, and the carrier of --pid-file. */
  'well-behaved': () => serve(wellBehaved),

  /** Reads everything and never responds; honours end of input. */
  silent: () => serve(() => {}),

  /** Responds correctly to every request, --delay-ms (2000) late. */
  slow: () =>
    serve(async (message, response) => {
      await delay(Number(values['delay-ms'] ?? 2000))
      await wellBehaved(message, response)
    }),

  /** Prints what is not JSON-RPC before and among correct responses. */
  garbage: () => {
    process.stdout.write('Starting the server...\n\u001b[32mready\u001b[0m on port 3000\n\n')
    serve((message, response) => {
      process.stdout.write(`DEBUG got ${message.method}\n{"not":"rpc"}\n{ broken json\n`)
      return wellBehaved(message, response)
    })
  },

  /** Prints a line that is not JSON-RPC for each message, and never a correct response. */
  'only-garbage': () => {
    process.stdout.write('usage: some-other-program [options]\n')
    serve((message) => {
      process.stdout.write(`unknown command: ${message.method}\n`)
    })
  },

  /** Prints --stderr and exits with --exit-code before reading anything. */
  'exit-at-once': () => {
    process.stderr.write(`${values.stderr ?? 'Error: cannot find module "config"'}\n`)
    process.exitCode = exitCode
  },

  /** Responds to initialize and the listing, and exits --delay-ms (0) after `initialized`. */
  'exit-after-initialize': () =>
    serve(async (message, response) => {
      await wellBehaved(message, response)
      if (message.method === 'notifications/initialized') {
        await delay(Number(values['delay-ms'] ?? 0))
        process.stderr.write(`${values.stderr ?? 'Error: lost the database'}\n`)
        process.exit(exitCode)
      }
    }),

  /** Serves rightly, but only SIGKILL ends it. */
  'ignore-sigterm-and-eof': () => {
    stayStubborn()
    serve(wellBehaved)
  },

  /**
   * Serves rightly and ends as it should, but leaves a stubborn grandchild that holds the same
   * stdout and stderr, as a wrapper does; in a session of its own with --grandchild-session.
   */
  grandchild: () => {
    const pidFile = values['grandchild-pid-file']
    const child = spawn(
      process.execPath,
      [
        fileURLToPath(import.meta.url),
        '--mode=stubborn-child',
        `--lifetime-ms=${values['lifetime-ms']}`,
        ...(pidFile === undefined ? [] : [`--pid-file=${pidFile}`]),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'], detached: values['grandchild-session'] },
    )
    child.unref()
    serve(wellBehaved)
  },

  /** The grandchild of `grandchild`: speaks no protocol and does not go away. */
  'stubborn-child': stayStubborn,

  /**
   * Writes --bytes (1 MiB) to stderr before it serves and 100 lines more for each message, and
   * does not go on until they are read.
   */
  'stderr-flood': () => {
    const line = `flood ${filler(93)}\n`
    writeErrorBlocking(line.repeat(Math.ceil(Number(values.bytes ?? 1_048_576) / line.length)))
    serve((message, response) => {
      writeErrorBlocking(line.repeat(100))
      return wellBehaved(message, response)
    })
  },

  /** Writes half of each response; the rest --delay-ms later, or never if that is not given. */
  'half-message': () =>
    serve(async (_message, response) => {
      if (response === undefined) {
        return
      }
      const text = `${JSON.stringify(response)}\n`
      const middle = Math.floor(text.length / 2)
      process.stdout.write(text.slice(0, middle))
      if (values['delay-ms'] !== undefined) {
        await delay(Number(values['delay-ms']))
        process.stdout.write(text.slice(middle))
      }
    }),

  /** Sends a response with an id that nobody asked with before each correct response. */
  'unknown-id': () =>
    serve((message, response) => {
      if (response !== undefined) {
        send({ jsonrpc: '2.0', id: 987_654_321, result: {} })
        send({ jsonrpc: '2.0', id: 'nobody', error: { code: -32603, message: 'stray' } })
      }
      return wellBehaved(message, response)
    }),

  /** Responds to tools/call with one line of --bytes (16 MiB). */
  'huge-line': () =>
    serve((message, response) => {
      if (message.method !== 'tools/call') {
        return wellBehaved(message, response)
      }
      const text = filler(Number(values.bytes ?? 16_777_216))
      send(reply(message, { content: [{ type: 'text', text }] }))
      return undefined
    }),
}

const run = modes[values.mode]
if (run === undefined) {
  process.stderr.write(`Unknown mode "${values.mode}"; known: ${Object.keys(modes).join(', ')}\n`)
  process.exit(2)
}
const pidFile = values['pid-file']
if (pidFile !== undefined) {
  writePid(pidFile)
}
run()
