#!/usr/bin/env node
// The protocol server over stdio: node protocol-server.mjs --era legacy|modern --revision 2025-11-25
// With --record FILE it writes down its process id and then each line as it came, as a JSON string a line. Notified by
// SIGUSR2 it takes back what it asked with labels that begin with `taken-back`.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Peer } from '../src/mcp/handwritten-server/peer.mjs'

const { values } = parseArgs({
  options: { era: { type: 'string' }, revision: { type: 'string' }, record: { type: 'string' } },
})
const era = values.era === 'modern' ? 'modern' : 'legacy'
const revision = values.revision ?? (era === 'modern' ? '2026-07-28' : '2025-11-25')
const peer = new Peer({ era, revision }, (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
/** @param {unknown} what */
const record = (what) => {
  if (values.record !== undefined) appendFileSync(values.record, `${JSON.stringify(what)}\n`)
}
const { argv, pid } = process
record({ argv: argv.slice(2), env: {}, cwd: process.cwd(), script: argv[1], program: argv[0], pid })
if (process.platform !== 'win32') process.on('SIGUSR2', () => peer.takeBack('taken-back'))
createInterface({ input: process.stdin }).on('line', (line) => {
  record(line)
  peer.receive(JSON.parse(line))
})
