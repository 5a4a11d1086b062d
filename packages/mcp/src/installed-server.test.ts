import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WantedPackage } from '@gatehouse/domain/launch'
import type { SealedPackage } from '@gatehouse/host/ports'
import { standInUv, startNpmRegistry, startPypiIndex } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
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

/** The same in Python. */
const PYTHON = `import json, sys
import dep
def main():
    for line in sys.stdin:
        message = json.loads(line)
        if 'id' not in message:
            continue
        info = {'name': 'tool', 'version': dep.version}
        result = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': info}
        error = {'code': -32601, 'message': 'no'}
        answer = {'result': result} if message['method'] == 'initialize' else {'error': error}
        print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], **answer}), flush=True)
`

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
  const { sealed, installer, root, baseEnvironment } = await installedTool(
    'npm',
    process.env['PATH'],
  )
  await registry.close()
  const file = join(sealed.package.folder, 'node_modules/dep/index.js')
  const content = "module.exports = '6.6.6'"
  await startsUntilChanged(sealed, { root, baseEnvironment, file, content })
  await installer.prune(() => false)
})

/** @threat launch.tampered-wheel */
it('an installed Python server starts without its index, and not once a file of it was changed', async () => {
  const index = await startPypiIndex(
    { name: 'dep', version: '1.0', files: { 'dep.py': "version = '7.7.7'\n" } },
    {
      name: 'tool',
      version: '1.0',
      requires: ['dep'],
      programs: { tool: 'tool:main' },
      files: { 'tool.py': PYTHON },
    },
  )
  standInUv(join(home, 'bin'), index.url)
  const path = `${join(home, 'bin')}:/usr/bin:/bin`
  const { sealed, installer, root, baseEnvironment } = await installedTool('pypi', path)
  await index.close()
  expect(sealed.args[0]).toBe('-B')
  const file = join(sealed.package.folder, 'requirements.txt')
  await startsUntilChanged(sealed, { root, baseEnvironment, file, content: '# other\n' })
  await installer.prune(() => false)
  proves('server.install.offline')
})

/** Installs the package `tool` of a registry that the home names. */
async function installedTool(ecosystem: WantedPackage['ecosystem'], path: string | undefined) {
  const root = join(home, 'packages')
  const baseEnvironment = { HOME: home, SHELL: '/bin/false', PATH: path }
  const ledgerFile = join(home, 'ledger.json')
  const installer = createPackageInstaller({ root, ledgerFile, baseEnvironment })
  const wanted: WantedPackage = { ecosystem, name: 'tool', wanted: '', program: null, args: [] }
  const options = {
    network: undefined,
    onFetched: () => undefined,
    chooseScripts: () => Promise.resolve([]),
  }
  const fetched = await installer.fetch(await installer.plan(wanted), options, never)
  if (!fetched) throw new Error('It was refused.')
  return { sealed: await installer.seal(fetched, wanted), installer, root, baseEnvironment }
}

interface Change {
  root: string
  baseEnvironment: NodeJS.ProcessEnv
  file: string
  content: string
}

async function startsUntilChanged(
  { command, args, package: { folder } }: SealedPackage,
  { root, baseEnvironment, file, content }: Change,
): Promise<void> {
  const bench = await createTestBench({ treeRoots: [root], baseEnvironment, headStartMs: 300 })
  const launch = { command, args, env: {}, cwd: undefined }
  const { pin, unpinned } = await bench.factory.inspectLaunch(launch, { lookFor: [] })
  expect(unpinned).toBeNull()
  expect(pin?.files.map(({ path }) => path)).toContain(folder)
  const target = { kind: 'stdio' as const, ...launch }
  const { connection } = await bench.open(target, { allowed: pin })
  expect(connection.info.serverVersion).toBe('7.7.7')
  await connection.close()

  chmodSync(file, 0o644)
  writeFileSync(file, content)
  const { failure } = await bench.openFailing(target, { allowed: pin })
  expect(failure.code).toBe('launch-changed')
  await bench.close()
}
