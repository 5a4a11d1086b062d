// Stands in for Electron's own default app: `electron [-r module] [--flags] <folder or file> [args]`.
'use strict'
const { app } = require('electron')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')

const args = process.argv.slice(1)
const responses = {
  '--version': `v${process.versions.electron}`,
  '-v': `v${process.versions.electron}`,
  '--abi': process.versions.modules,
}
if (args[0] in responses) {
  process.stdout.write(`${responses[args[0]]}\n`)
  process.exit(0)
}

const preloads = []
let target
for (let index = 0; index < args.length && target === undefined; index++) {
  const arg = args[index]
  if (arg === '-r' || arg === '--require') preloads.push(args[++index])
  else if (!arg.startsWith('-')) target = path.resolve(arg)
}
if (target === undefined) {
  process.stderr.write('usage: electron [-r module] <folder or file>\n')
  process.exit(1)
}

process.defaultApp = true
Module._preloadModules(preloads)
load(target)

function load(place) {
  const manifestFile = path.join(place, 'package.json')
  if (fs.existsSync(manifestFile)) {
    const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8'))
    if (manifest.version) app.setVersion(manifest.version)
    app.setName(manifest.productName || manifest.name || app.getName())
    app.setAppPath(place)
  } else {
    app.setAppPath(fs.statSync(place).isDirectory() ? place : path.dirname(place))
  }
  Module._load(Module._resolveFilename(place, null, false), module, true)
}
