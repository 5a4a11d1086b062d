import { NEVER_ABORTED } from '@gatehouse/base'
import type { Tool } from '@gatehouse/domain'
import type { Connection, ConnectionFactory, RequestAuthorization } from '@gatehouse/host/ports'
import { createAuthorizations } from '@gatehouse/oauth'
import { visitPage } from '@gatehouse/testkit/sign-in'
import { createOutboundHttp } from '../../src/system/network/outbound-http.ts'
import type { GuardedTargets } from './guard-server.ts'
import { openBenchConnection } from './open-bench-connection.ts'

/** Milliseconds of each call, in order, and how often the vault was asked for anything during all of them. */
export interface SignedInReport {
  open: number[]
  guarded: number[]
  accesses: number
}

export interface SignedInOptions {
  factory: ConnectionFactory
  targets: GuardedTargets
  tool: string
  arguments: Record<string, string>
  calls: number
}

const WARM_UP = 300

/** The same call with and without a sign-in, in turn. */
export async function measureSignedIn(options: SignedInOptions): Promise<SignedInReport> {
  const { factory, targets } = options
  const vault = createCountingVault()
  const authorization = signedInAt(targets.guarded, vault)
  const subjects = {
    open: await openBenchConnection(factory, http(targets.open)),
    guarded: await openBenchConnection(factory, http(targets.guarded), authorization),
  }
  const tools = {
    open: await find(subjects.open, options),
    guarded: await find(subjects.guarded, options),
  }
  const report: SignedInReport = { open: [], guarded: [], accesses: 0 }
  const { signal } = new AbortController()
  const accessesBefore = vault.accesses()
  for (let round = 0; round < WARM_UP + options.calls; round += 1) {
    // Whoever goes first may find the processor colder.
    const order = round % 2 === 0 ? (['open', 'guarded'] as const) : (['guarded', 'open'] as const)
    for (const subject of order) {
      const call = {
        tool: tools[subject],
        arguments: options.arguments,
        onProgress: () => undefined,
      }
      const started = performance.now()
      await subjects[subject].callTool(call, signal)
      if (round >= WARM_UP) report[subject].push(performance.now() - started)
    }
  }
  report.accesses = vault.accesses() - accessesBefore
  await Promise.all([subjects.open.close(), subjects.guarded.close()])
  return report
}

const http = (url: string) => ({ kind: 'http' as const, url, headers: {} })

async function find(connection: Connection, { tool }: SignedInOptions): Promise<Tool> {
  const found = (await connection.listTools(NEVER_ABORTED)).find(({ name }) => name === tool)
  if (!found) throw new Error(`The server has no tool ${tool}.`)
  return found
}

/** Whoever is asked agrees at once. */
function signedInAt(url: string, vault: CountingVault): RequestAuthorization {
  const authorizations = createAuthorizations({
    vault,
    http: createOutboundHttp({ environment: {} }),
    own: { name: 'Gatehouse bench' },
    language: () => 'en',
  })
  return authorizations.open({
    id: 'bench',
    name: 'Bench',
    url,
    receiver: 'bench',
    prompt: {
      async show(page, signal) {
        await visitPage(page.url)
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('over')), { once: true }),
        )
      },
    },
    onSecrets: () => undefined,
  })
}

type CountingVault = ReturnType<typeof createCountingVault>

function createCountingVault() {
  const secrets = new Map<string, string>()
  const state = { kind: 'keychain', name: 'Secret Service' } as const
  let accesses = 0
  const asked = <Result>(result: Result): Promise<Result> => {
    accesses += 1
    return Promise.resolve(result)
  }
  return {
    accesses: () => accesses,
    state: () => state,
    probe: () => asked(state),
    presenceOf: (refs: readonly string[]) =>
      asked(refs.map((ref) => (secrets.has(ref) ? ('kept' as const) : ('absent' as const)))),
    get(ref: string) {
      const secret = secrets.get(ref)
      return asked(
        secret === undefined ? { kind: 'absent' as const } : { kind: 'there' as const, secret },
      )
    },
    set: (ref: string, secret: string) => asked(void secrets.set(ref, secret)),
    delete: (ref: string) => asked(void secrets.delete(ref)),
  }
}
