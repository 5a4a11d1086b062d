import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedTransport } from '@gatehouse/domain'
import { createConnectionFactory } from '../../src/connection-factory.ts'
import { guardServer } from './guard-server.ts'
import { measureCalls } from './measure-calls.ts'
import { measureSignedIn } from './measure-signed-in.ts'
import { measureStarts } from './measure-starts.ts'

/**
 * Run by `pnpm bench protocol`: `calls COUNT TOOL ARGUMENT TARGET…`, `starts SERVERS ROUNDS TARGET…`, where TARGET
 * is a URL or a command with its arguments, or `signed-in COUNT TOOL ARGUMENT OPEN GUARDED` with the two URLs that
 * `guard URL` prints before it runs on; prints JSON.
 */
async function main(): Promise<void> {
  const [what, ...rest] = process.argv.slice(2)
  if (what === 'guard') {
    process.stdout.write(`${JSON.stringify(await guardServer(rest[0] ?? ''))}\n`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const factory = createConnectionFactory({
    clientInfo: { name: 'gatehouse-bench', title: 'Gatehouse bench', version: '0.0.0' },
    ledgerFile: join(folder, 'processes.json'),
  })
  try {
    // The login shell is asked once in the life of the app.
    await factory.inspectLaunch(
      { command: 'node', args: [], env: {}, cwd: undefined },
      { lookFor: [] },
    )
    process.stdout.write(`${JSON.stringify(await measure(what, rest, factory))}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit(0)
}

function measure(
  what: string | undefined,
  rest: string[],
  factory: ReturnType<typeof createConnectionFactory>,
) {
  if (what === 'calls') {
    const [calls = '', tool = '', argument = '', ...target] = rest
    const given = { [argument]: 'hello' }
    const plan = { tool, arguments: given, calls: Number(calls) }
    return measureCalls({ factory, target: targetOf(target), ...plan })
  }
  if (what === 'signed-in') {
    const [calls = '', tool = '', argument = '', open = '', guarded = ''] = rest
    const plan = { tool, arguments: { [argument]: 'hello' }, calls: Number(calls) }
    return measureSignedIn({ factory, targets: { open, guarded }, ...plan })
  }
  const [servers = '', rounds = '', ...target] = rest
  const plan = { servers: Number(servers), rounds: Number(rounds) }
  return measureStarts({ factory, target: targetOf(target), ...plan })
}

function targetOf([first = '', ...args]: string[]): ResolvedTransport {
  return first.startsWith('http')
    ? { kind: 'http', url: first, headers: {} }
    : { kind: 'stdio', command: first, args, env: {}, cwd: undefined }
}

void main()
