import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNpmRegistry } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBench } from '../checks/testing/recorded-connection.ts'
import { createPackageInstaller } from './package-installs/package-installer.ts'

/** Answers the handshake of 2025-11-25 with the version that its dependency names. */
const PROGRAM = `#!/usr/bin/env node
const version = require('dep')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'tool', version } }
  const error = { code: -32601, message: 'no' }
  if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'initialize' ? { result } : { error }) }))
})
`
const never = new AbortController().signal
let home = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-installed-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** @threat launch.installed-package */
it('an installed server starts without the registry, and not once a file of it was changed', async () => {
  const registry = await startNpmRegistry(
    { name: 'dep', version: '1.0.0', files: { 'index.js': "module.exports = '7.7.7'" } },
    {
      name: 'tool',
      version: '1.0.0',
      manifest: { bin: 'cli.js', dependencies: { dep: '1.0.0' } },
      files: { 'cli.js': PROGRAM },
    },
  )
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\ncache=${join(home, 'cache')}\n`)
  const root = join(home, 'packages')
  const baseEnvironment = { HOME: home, SHELL: '/bin/false', PATH: process.env['PATH'] }
  const ledgerFile = join(home, 'ledger.json')
  const installer = createPackageInstaller({ root, ledgerFile, baseEnvironment })
  const plan = await installer.plan('tool')
  const options = { network: undefined, onFetched: () => undefined }
  const wanted = { name: 'tool', wanted: '', program: null }
  const sealed = await installer.seal(await installer.fetch(plan, options, never), wanted)
  await registry.close()

  const bench = await createTestBench({ treeRoots: [root], baseEnvironment, headStartMs: 300 })
  const launch = { command: sealed.command, args: sealed.args, env: {}, cwd: undefined }
  const { pin, unpinned } = await bench.factory.inspectLaunch(launch, { lookFor: [] })
  expect(unpinned).toBeNull()
  expect(pin?.files.map(({ path }) => path)).toContain(plan.folder)
  const target = { kind: 'stdio' as const, ...launch }
  const { connection } = await bench.open(target, { allowed: pin })
  expect(connection.info.serverVersion).toBe('7.7.7')
  await connection.close()

  const file = join(plan.folder, 'node_modules/dep/index.js')
  chmodSync(file, 0o644)
  writeFileSync(file, "module.exports = '6.6.6'")
  const { failure } = await bench.openFailing(target, { allowed: pin })
  expect(failure.code).toBe('launch-changed')
  await bench.close()
  await installer.prune(() => false)
})
