#!/usr/bin/env node
// The fixture server over stdio:
//   node fixture-server.mjs [--features echo,add] [--era legacy|modern|dual]
//     [--name N] [--title T] [--instructions TEXT] [--events FILE] [--pid-file FILE]
// --events appends one JSON line for each FixtureEvent.
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createFixtureServer } from '../src/mcp/fixture-server/fixture-server.mjs'

/** @typedef {import('../src/mcp/fixture-options.ts').FixtureServerOptions} FixtureServerOptions */
/** @typedef {import('../src/mcp/fixture-options.ts').FixtureFeature} FixtureFeature */

const { values } = parseArgs({
  options: {
    features: { type: 'string' },
    era: { type: 'string', default: 'dual' },
    name: { type: 'string' },
    title: { type: 'string' },
    instructions: { type: 'string' },
    events: { type: 'string' },
    'pid-file': { type: 'string' },
  },
})

const pidFile = values['pid-file']
if (pidFile !== undefined) {
  // Renamed into place, so that a reader never sees half a number.
  writeFileSync(`${pidFile}.new`, `${process.pid}\n`)
  renameSync(`${pidFile}.new`, pidFile)
}

const { events, features, name, title, instructions } = values
/** @type {FixtureServerOptions} */
const options = {
  ...(name === undefined ? {} : { name }),
  ...(title === undefined ? {} : { title }),
  ...(instructions === undefined ? {} : { instructions }),
  ...(features === undefined
    ? {}
    : { features: /** @type {FixtureFeature[]} */ (features.split(',')) }),
  onEvent: (event) => {
    if (events !== undefined) {
      appendFileSync(events, `${JSON.stringify(event)}\n`)
    }
  },
}

switch (values.era) {
  case 'legacy':
    // Hand-wired, as servers of the older generation are: only `initialize` is known.
    await createFixtureServer(options).connect(new StdioServerTransport())
    break
  case 'modern':
    serveStdio(() => createFixtureServer(options), { legacy: 'reject' })
    break
  case 'dual':
    serveStdio(() => createFixtureServer(options))
    break
  default:
    throw new Error(`--era must be legacy, modern or dual, not "${values.era}"`)
}
process.stderr.write(`fixture server ready (${values.era})\n`)
