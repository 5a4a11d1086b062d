#!/usr/bin/env node
// A server whose tools run as tasks, over stdio:
//   node task-server.mjs --era legacy|modern [--state FILE] [--no-cancel]
// --state keeps the tasks in a file, so that they are known again when it is started anew.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { TaskRepository } from '../src/mcp/task-server/task-repository.mjs'
import { TaskPeer } from '../src/mcp/task-server/task-peer.mjs'

const { values } = parseArgs({
  options: {
    era: { type: 'string' },
    state: { type: 'string' },
    'no-cancel': { type: 'boolean', default: false },
  },
})
if (values.era !== 'legacy' && values.era !== 'modern')
  throw new Error(`--era must be legacy or modern, not "${values.era}"`)

const tasks = new TaskRepository(values.state)
const peer = new TaskPeer({ era: values.era, tasks, noCancel: values['no-cancel'] }, (message) =>
  process.stdout.write(`${JSON.stringify(message)}\n`),
)
createInterface({ input: process.stdin }).on('line', (line) => void peer.receive(JSON.parse(line)))
process.stdin.on('end', () => process.exit(0))
