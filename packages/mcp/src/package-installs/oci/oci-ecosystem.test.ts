import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installablePackage } from '@gatehouse/domain/launch'
import { standInDocker, type StandInDocker } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBench } from '../../../checks/testing/recorded-connection.ts'
import { createPackageInstaller } from '../package-installer.ts'

/** Answers the handshake, with its arguments as its version. */
const PROGRAM = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const info = { name: 'image', version: VERSION + process.argv.slice(2).join(' ') }
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: info }
  const error = { code: -32601, message: 'no' }
  if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'initialize' ? { result } : { error }) }))
})
`
const LINE = ['run', '-i', '--rm', '-e', 'KEY', 'acme/notes', '--a']
const digest = (digit: string): string => `sha256:${digit.repeat(64)}`

let home = ''
let docker: StandInDocker
let baseEnvironment: NodeJS.ProcessEnv

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-oci-'))
  docker = standInDocker(join(home, 'bin'))
  baseEnvironment = { HOME: home, SHELL: '/bin/false', PATH: `${join(home, 'bin')}:/usr/bin:/bin` }
  publish('a')
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

function publish(digit: string, claimed?: string): void {
  const program = join(home, `${digit}.js`)
  writeFileSync(program, PROGRAM.replace('VERSION', `'${digit} '`))
  docker.publish({
    'acme/notes:latest': {
      digest: digest(digit),
      layers: ['0123456789ab', 'cdef01234567'],
      program,
      labels: { 'org.opencontainers.image.version': '1.4.0' },
      ...(claimed === undefined ? {} : { claimed }),
    },
  })
}

async function pulled(args: readonly string[] = LINE) {
  const installer = createPackageInstaller({
    root: join(home, 'packages'),
    ledgerFile: join(home, 'ledger.json'),
    baseEnvironment,
    graceMs: 200,
  })
  const wanted = installablePackage({ command: 'docker', args })
  if (!wanted) throw new Error('It is no image.')
  const plan = await installer.plan(wanted)
  const layers: string[] = []
  const options = {
    network: undefined,
    onFetched: (_count: number, name: string) => void layers.push(name),
    chooseScripts: () => Promise.resolve([]),
  }
  const fetched = await installer.fetch(plan, options, new AbortController().signal)
  if (!fetched) throw new Error('It was refused.')
  const sealed = await installer.seal(fetched, wanted)
  return { installer, plan, layers, sealed, args: [...sealed.args, ...wanted.args] }
}

const problemOf = () =>
  pulled().then(
    () => 'pulled',
    (error: { data: { problem: string } }) => error.data.problem,
  )

/**
 * @threat launch.moved-tag
 * @attacker server
 * @tries publishes another image under the tag that the person read
 * @stoppedBy the image is pulled once and started by its digest
 * @remains What is in an image is compared with no list.
 */
it('an image is pulled with its layers in view, and started by its digest whatever its tag becomes', async () => {
  const command = join(home, 'bin/docker')
  const { plan, layers, sealed, args } = await pulled()
  expect(plan).toMatchObject({
    ecosystem: 'oci',
    installer: 'docker',
    steps: [
      { command, args: ['pull', 'acme/notes'] },
      { command, args: ['image', 'inspect', 'acme/notes'] },
    ],
    starts: { command, args: LINE.slice(0, -1) },
  })
  expect(layers).toEqual(['0123456789ab', 'cdef01234567'])
  expect(args).toEqual(['run', '-i', '--rm', '-e', 'KEY', `acme/notes@${digest('a')}`, '--a'])
  expect(sealed.package).toMatchObject({ version: '1.4.0', size: 12_345, scripts: [] })
  expect(readdirSync(join(home, 'packages'))).toEqual([])
  publish('b')
  docker.fault('offline')
  const bench = await createTestBench({ baseEnvironment, headStartMs: 300 })
  const launch = { command, args, env: {}, cwd: undefined }
  const { pin } = await bench.factory.inspectLaunch(launch, { lookFor: [] })
  const target = { kind: 'stdio' as const, ...launch }
  const { connection } = await bench.open(target, { allowed: pin })
  expect(connection.info.serverVersion).toBe('a --a')
  await connection.close()
  docker.removeImages()
  const { failure } = await bench.openFailing(target, { allowed: pin })
  expect(JSON.stringify(failure)).toContain('Unable to find image')
  await bench.close()
  proves('server.install.image')
})

it('an update is another digest, and the same one is none', async () => {
  const { installer, sealed: before } = await pulled()
  const same = await pulled()
  expect((await installer.compare(before.package, same.sealed.package)).packages).toEqual([])
  publish('b')
  const { sealed: after } = await pulled()
  expect(await installer.compare(before.package, after.package)).toEqual({
    packages: [{ name: 'acme/notes', before: digest('a'), after: digest('b') }],
    files: { added: 0, removed: 0, changed: 0 },
  })
})

it.each([
  ['that the registry does not have', 'registry-refused', () => docker.publish({})],
  ['without network', 'registry-unreachable', () => docker.fault('offline')],
  ['without the service of Docker', 'docker-stopped', () => docker.fault('stopped')],
  ['that is another than its digest', 'integrity', () => publish('a', digest('f'))],
] as const)('an image %s is not pulled, and nothing is left', async (_what, problem, arrange) => {
  arrange()
  expect(await problemOf()).toBe(problem)
  expect(existsSync(join(home, 'packages')) ? readdirSync(join(home, 'packages')) : []).toEqual([])
})
