import { NEVER_ABORTED } from '@gatehouse/base'
import { createHash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import type { Connection, RequestAuthorization } from '@gatehouse/host/ports'
import { createConnectionFactory } from '@gatehouse/mcp'
import { createSecretVault } from '@gatehouse/vault'
import { createSignIns } from '../sign-ins.ts'

/**
 * A program for killed-refreshes.test.ts: the app's own vault, sign-ins and connection, put together as in
 * `compose.ts`, calling one tool again and again. Its arguments are the id and the address of a server and the
 * number of calls; 0 = until it is killed. It says on standard output which refresh token it found, and continues when
 * it is told to; then when a person is asked, and each call that came back.
 */
const [id = '', url = '', calls = '0'] = process.argv.slice(2)

const report = (...words: string[]): void => void writeSync(1, `${words.join(' ')}\n`)
const ignored = (): undefined => undefined
const refused = () => Promise.reject(new Error('not here'))

async function keptRefreshToken(vault: Awaited<ReturnType<typeof createSecretVault>>) {
  const result = await vault.get(`server/${id}/sign-in`)
  if (result.kind !== 'there') return result.kind
  return /"refresh":"([^"]+)"/.exec(result.secret)?.[1] ?? 'none'
}

async function run(): Promise<void> {
  const vault = await createSecretVault({ service: 'Gatehouse' })
  if (vault.state().kind !== 'keychain') throw new Error(JSON.stringify(vault.state()))
  report('kept', await keptRefreshToken(vault))
  readSync(0, Buffer.alloc(1))
  const authorizations = createSignIns(vault, {
    proxies: { resolve: () => Promise.resolve('DIRECT') },
    locale: () => 'en',
  })
  const authorization = authorizations.open({
    id,
    name: id,
    url,
    receiver: createHash('sha256').update(url).digest('hex'),
    prompt: {
      show(page, signal) {
        report('asks', page.url)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('over')), { once: true }),
        )
      },
    },
    onSecrets: ignored,
  })
  const connection = await openConnection(authorization)
  const [tool] = await connection.listTools(NEVER_ABORTED)
  if (!tool) throw new Error('There is no tool.')
  const wanted = calls === '0' ? Number.POSITIVE_INFINITY : Number(calls)
  for (let call = 0; call < wanted; call += 1) {
    await connection.callTool({ tool, arguments: {}, onProgress: ignored }, NEVER_ABORTED)
    report('called')
  }
  await connection.close()
  await vault.close()
}

function openConnection(authorization: RequestAuthorization): Promise<Connection> {
  const factory = createConnectionFactory({
    clientInfo: { name: 'gatehouse', title: 'Gatehouse', version: '0.0.0' },
    ledgerFile: '/nonexistent/gatehouse-ledger.json',
  })
  return factory.open(
    {
      serverId: id,
      serverName: id,
      transport: { kind: 'http', url, headers: {} },
      protocol: 'auto',
      requestTimeoutMs: 10_000,
      startTimeoutMs: 20_000,
      listener: {
        onStep: ignored,
        onFrame: ignored,
        onLog: ignored,
        onToolsChanged: ignored,
        onListChanged: ignored,
        onResourceUpdated: ignored,
        onElicitationComplete: ignored,
        onRoundTrip: ignored,
        onDown: ignored,
      },
      clientFeatures: {
        elicitation: { form: false, url: false },
        sampling: false,
        roots: false,
        apps: false,
      },
      onRequest: { elicit: refused, sample: refused, listRoots: refused },
      authorization,
    },
    NEVER_ABORTED,
  )
}

void run().then(
  () => process.exit(0),
  (error: unknown) => {
    report('failed', String(error))
    process.exit(1)
  },
)
