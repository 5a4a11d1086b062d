#!/usr/bin/env node
// The protocol server over stdio: node protocol-server.mjs --era legacy|modern --revision 2025-11-25
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Peer } from '../src/mcp/handwritten-server/peer.mjs'

const { values } = parseArgs({
  options: { era: { type: 'string' }, revision: { type: 'string' } },
})
const era = values.era === 'modern' ? 'modern' : 'legacy'
const revision = values.revision ?? (era === 'modern' ? '2026-07-28' : '2025-11-25')
const peer = new Peer({ era, revision }, (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`)
})
createInterface({ input: process.stdin }).on('line', (line) => peer.receive(JSON.parse(line)))
