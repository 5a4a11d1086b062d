import { NEVER_ABORTED } from '@gatehouse/base'
import { createHash } from 'node:crypto'
import { abortCodeOf, type AbortCode, type SignInRedirect } from '@gatehouse/domain'
import type {
  AuthorizedServer,
  Connection,
  ConnectionOptions,
  OutboundHttp,
  PreregisteredClient,
  RequestAuthorization,
  SecretVault,
  SignInPage,
} from '@gatehouse/host/ports'
import {
  createAuthorizations,
  type AuthorizationsOptions,
  type ClosableAuthorizations,
} from '@gatehouse/oauth'
import {
  startAuthorizationServer,
  startFixtureHttpServer,
  startProtectedServer,
  visitPage,
  type AuthorizationBehaviour,
  type AuthorizationServer,
  type FixtureHttpServer,
  type ProtectedServer,
  type ProtectedServerOptions,
  type VisitedPage,
} from '@gatehouse/testkit'
import { createConnectionFactory } from '../../src/connection-factory.ts'
import { createOutboundHttp } from '../../src/system/network/outbound-http.ts'
import { quietListener } from '../testing/quiet-listener.ts'

/** A server behind a sign-in, the app's own parts before it, and a person who can be told what to do. */
export interface AuthorizationBench {
  issuer: AuthorizationServer
  server: ProtectedServer
  behind: FixtureHttpServer
  vault: MemoryVault
  person: Person
  /** Of the present run of the app. */
  readonly authorizations: ClosableAuthorizations
  /** The server, as it is opened. */
  authorized(): AuthorizedServer
  /** Every secret that was told to be hidden. */
  masked: Set<string>
  /** Opens a connection as the person starts a server; of another run of the app when `isNewRun`. */
  open(isNewRun?: boolean): Promise<Connection>
  /** Opens a connection as the app does by itself when one was lost. */
  reopen(): Promise<Connection>
  /** The text of the result of one `echo`. */
  echo(connection: Connection, text: string): Promise<string>
}

export interface Person {
  /** Reasons for which sign-in pages were withdrawn, in order. */
  ended: (AbortCode | undefined)[]
  /** Sign-in pages that were shown to the person, in order. */
  asked: SignInPage[]
  visited: VisitedPage[]
  does: 'agree' | 'refuse' | 'wait'
}

export interface MemoryVault extends SecretVault {
  secrets: Map<string, string>
  /** Every value that was written, in order. */
  written: string[]
}

export interface BenchOptions {
  behaviour?: Partial<AuthorizationBehaviour>
  server?: Partial<ProtectedServerOptions>
  oauth?: Partial<AuthorizationsOptions>
  /** Wraps the real HTTP access to authorization servers. */
  http?(send: OutboundHttp['send']): OutboundHttp
  /** Returns the client that the person entered. */
  client?: (issuer: string) => PreregisteredClient
  /** Where the browser comes back; may change between two starts. */
  redirect?: SignInRedirect
  era?: 'legacy' | 'modern'
  /** Default 20 s. */
  startTimeoutMs?: number
}

/** @param atEnd takes what ends something that was started */
export async function createAuthorizationBench(
  given: BenchOptions,
  atEnd: (end: () => Promise<void>) => void,
): Promise<AuthorizationBench> {
  const { issuer, behind, server } = await startServers(given, atEnd)
  const vault = createMemoryVault()
  const person: Person = { asked: [], visited: [], ended: [], does: 'agree' }
  const masked = new Set<string>()
  const create = (): ClosableAuthorizations => createRun(vault, given)
  let authorizations = create()
  const opened: Connection[] = []
  const factory = createConnectionFactory({
    clientInfo: { name: 'gatehouse', version: '0.0.0', title: 'Gatehouse' },
    ledgerFile: '/nonexistent/gatehouse-ledger.json',
  })

  const authorized = (): AuthorizedServer => ({
    id: 'guarded',
    name: 'guarded',
    url: server.url,
    receiver: createHash('sha256').update(server.url).digest('hex'),
    client: given.client?.(issuer.issuer),
    redirect: given.redirect,
    prompt: { show: (page, signal) => show(person, page, signal) },
    onSecrets: (values) => values.forEach((value) => masked.add(value)),
  })
  async function reopen(): Promise<Connection> {
    const authorization = authorizations.open(authorized())
    const connection = await factory.open(
      optionsFor(server.url, given, authorization),
      NEVER_ABORTED,
    )
    opened.push(connection)
    atEnd(() => connection.close())
    return connection
  }

  return {
    issuer,
    server,
    behind,
    vault,
    person,
    masked,
    authorized,
    get authorizations() {
      return authorizations
    },
    async open(isNewRun = false) {
      if (isNewRun) {
        // Nothing of the run before is alive: it would write to the vault as well.
        await Promise.all(opened.splice(0).map((connection) => connection.close()))
        authorizations = create()
      }
      authorizations.allowAsking('guarded')
      return reopen()
    },
    reopen,
    echo,
  }
}

async function startServers(given: BenchOptions, atEnd: (end: () => Promise<void>) => void) {
  const issuer = await startAuthorizationServer(given.behaviour)
  const behind = await startFixtureHttpServer({ era: given.era ?? 'modern' })
  const server = await startProtectedServer({
    target: behind.url,
    authorization: issuer,
    ...given.server,
  })
  atEnd(async () => {
    await Promise.all([server.close(), behind.close(), issuer.close()])
  })
  return { issuer, behind, server }
}

/** The app's own part, as one run of it makes it. */
function createRun(vault: SecretVault, given: BenchOptions): ClosableAuthorizations {
  const http = createOutboundHttp({ environment: {} })
  return createAuthorizations({
    vault,
    http: given.http?.((...request) => http.send(...request)) ?? http,
    own: { name: 'Gatehouse' },
    language: () => 'en',
    browserTimeoutMs: 3000,
    ...given.oauth,
  })
}

async function echo(connection: Connection, text: string): Promise<string> {
  const tool = (await connection.listTools(NEVER_ABORTED)).find(({ name }) => name === 'echo')
  if (!tool) throw new Error('There is no echo.')
  const call = { tool, arguments: { text }, onProgress: () => undefined }
  const { content } = await connection.callTool(call, NEVER_ABORTED)
  return JSON.stringify(content)
}

function optionsFor(
  url: string,
  { startTimeoutMs = 20_000 }: BenchOptions,
  authorization: RequestAuthorization,
): ConnectionOptions {
  return {
    serverId: 'guarded',
    serverName: 'guarded',
    transport: { kind: 'http', url, headers: {} },
    protocol: 'auto',
    requestTimeoutMs: 10_000,
    startTimeoutMs,
    listener: quietListener,
    clientFeatures: {
      elicitation: { form: false, url: false },
      sampling: false,
      roots: false,
      apps: false,
    },
    onRequest: refusing,
    authorization,
  }
}

async function show(person: Person, page: SignInPage, signal: AbortSignal): Promise<void> {
  person.asked.push(page)
  if (person.does === 'refuse') return
  if (person.does === 'agree') person.visited.push(await visitPage(page.url))
  if (signal.aborted) throw new Error('over')
  await new Promise((_resolve, reject) =>
    signal.addEventListener(
      'abort',
      () => {
        person.ended.push(abortCodeOf(signal))
        reject(new Error('over'))
      },
      { once: true },
    ),
  )
}

function createMemoryVault(): MemoryVault {
  const secrets = new Map<string, string>()
  const written: string[] = []
  const state = { kind: 'memory', code: 'unknown', reason: '', remedy: '' } as const
  return {
    secrets,
    written,
    state: () => state,
    probe: () => Promise.resolve(state),
    get(ref) {
      const secret = secrets.get(ref)
      return Promise.resolve(secret === undefined ? { kind: 'absent' } : { kind: 'there', secret })
    },
    presenceOf: (refs) =>
      Promise.resolve(refs.map((ref) => (secrets.has(ref) ? 'until-quit' : 'absent'))),
    set(ref, secret) {
      written.push(secret)
      return Promise.resolve(void secrets.set(ref, secret))
    },
    delete: (ref) => Promise.resolve(void secrets.delete(ref)),
  }
}

const refused = () => Promise.reject(new Error('not here'))
const refusing = { elicit: refused, sample: refused, listRoots: refused }
