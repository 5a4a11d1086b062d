import { NEVER_ABORTED } from '@gatehouse/base'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { objectOfJson } from '@gatehouse/domain'
import type { Connection, ConnectionOptions } from '@gatehouse/host/ports'
import { openConnection } from '../../src/connection.ts'
import { negotiate } from '../../src/session/handshake/negotiate.ts'
import { describeSession, type Session, type SessionContext } from '../../src/session/session.ts'
import { openStdioTransport } from '../../src/transports/stdio/stdio-transport.ts'
import { createRecording, type Recording, type TestBench } from '../testing/recorded-connection.ts'
import { createGoodServer, type Era, type GoodServer } from './good-session.ts'
import type { Changes, Places } from './optional-members.ts'

/** Far beyond what a busy machine needs: the server responds at once. */
const LIMIT_MS = 600_000

export type Wire = 'stdio' | 'http'
const signal = NEVER_ABORTED
const clientInfo = { name: 'gatehouse-test', version: '0.0.0', title: 'Gatehouse test' }

export interface SessionRun {
  era: Era
  wire: Wire
  changes: Changes
}

/** All that the host learns of a server in one session, as JSON; and the places of its messages. */
export interface SessionOutcome {
  text: string
  places: Places
}

/** Runs sessions: over loopback HTTP, and over the stdio transport with the server in this process. */
export interface SessionRunner {
  run(session: SessionRun): Promise<SessionOutcome>
  close(): Promise<void>
}

export async function createSessionRunner(bench: TestBench): Promise<SessionRunner> {
  const servers = new Map<string, GoodServer>()
  const http = await startHttp(servers)
  let count = 0
  return { run, close: () => closeHttp(http.server) }

  async function run({ era, wire, changes }: SessionRun): Promise<SessionOutcome> {
    const good = createGoodServer(era, changes)
    const recording = createRecording()
    const asked: unknown[] = []
    const options = optionsFor(recording, asked)
    count += 1
    const path = `/${count}`
    servers.set(path, good)
    const opening =
      wire === 'stdio'
        ? openConnection(
            { options, clientInfo, now: Date.now, openSession: overPipes(good) },
            signal,
          )
        : bench.factory.open(
            { ...options, transport: { kind: 'http', url: `${http.url}${path}`, headers: {} } },
            signal,
          )
    const connection = await opening
    const learned = await learn(connection)
    await connection.close()
    servers.delete(path)
    const { logs, updatedResources, listChanges, downs } = recording
    // On a busy machine the check of a result can exceed its time limit.
    if (logs.some(({ text }) => text.includes('so its results are not checked')))
      return run({ era, wire, changes })
    const told = logs
      .filter(({ source }) => source === 'server')
      .map(({ level, text }) => ({ level, text }))
    const text = JSON.stringify(
      { learned, asked, told, updatedResources, listChanges, downs },
      null,
      1,
    )
    return { text, places: good.places }
  }
}

async function closeHttp(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** The host of a session: it answers a form. */
function optionsFor({ listener }: Recording, asked: unknown[]): ConnectionOptions {
  return {
    serverId: 's',
    serverName: 'Good',
    transport: { kind: 'stdio', command: 'none', args: [], env: {}, cwd: undefined },
    protocol: 'auto',
    requestTimeoutMs: LIMIT_MS,
    startTimeoutMs: LIMIT_MS,
    listener,
    clientFeatures: {
      elicitation: { form: true, url: false },
      sampling: false,
      roots: false,
      apps: false,
    },
    onRequest: {
      elicit(request) {
        asked.push(request)
        return Promise.resolve({ action: 'accept', content: { city: 'Bern' } })
      },
      sample: () => Promise.reject(new Error('Not declared.')),
      listRoots: () => Promise.reject(new Error('Not declared.')),
    },
  }
}

async function learn(connection: Connection): Promise<unknown> {
  const { connectMs: _connectMs, ...info } = connection.info
  const tools = await connection.listTools(signal)
  const progress: unknown[] = []
  const calls = []
  for (const tool of tools) {
    const call = {
      tool,
      arguments: {},
      onProgress: (report: unknown) => void progress.push(report),
    }
    calls.push(await connection.callTool(call, signal))
  }
  const ref = { type: 'ref/prompt', name: 'p' } as const
  return {
    info,
    tools,
    calls,
    progress,
    prompts: await connection.listPrompts(signal),
    prompt: await connection.getPrompt({ name: 'p', arguments: {} }, signal),
    resources: await connection.listResources(signal),
    templates: await connection.listResourceTemplates(signal),
    contents: await connection.readResource('x://a', signal),
    completion: await connection.complete(
      { ref, argument: { name: 'a', value: '' }, context: {} },
      signal,
    ),
  }
}

/** A session over the stdio transport whose process is a function. */
function overPipes(good: GoodServer) {
  return async (context: SessionContext): Promise<Session> => {
    const startedAt = performance.now()
    const transport = await openStdioTransport({
      recorder: context.recorder,
      log: context.log,
      start: ({ onStdout }) =>
        Promise.resolve({
          pid: 1,
          exited: new Promise(() => undefined),
          usage: () => Promise.resolve(undefined),
          end: () => Promise.resolve(),
          async write(line) {
            const answers = good.respond(objectOfJson(line) ?? {})
            await onStdout(Buffer.from(answers.map((one) => `${JSON.stringify(one)}\n`).join('')))
          },
        }),
    })
    const negotiation = { transport, plan: { mode: 'auto' as const }, context, headStartMs: 3000 }
    const client = await negotiate(negotiation, signal)
    return {
      client,
      info: describeSession(client, { startedAt, transport: 'stdio', log: context.log }),
      request: (run) => run(client),
      close: () => client.close(),
    }
  }
}

interface HttpServers {
  server: Server
  url: string
}

/** One HTTP server for all sessions, by the path of each. */
async function startHttp(servers: ReadonlyMap<string, GoodServer>): Promise<HttpServers> {
  /** Streams that wait for an answer of the host, by path. */
  const open = new Map<string, ServerResponse>()
  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const good = servers.get(path)
    const message = objectOfJson(await textOf(request))
    if (!good || !message) return void response.writeHead(405).end()
    const answers = good.respond(message)
    const isAnswer = message['method'] === undefined
    if (isAnswer || message['id'] === undefined) response.writeHead(202).end()
    const target = isAnswer ? open.get(path) : response
    if (answers.length === 0 || !target) return
    if (!isAnswer) target.writeHead(200, { 'content-type': 'text/event-stream' })
    target.write(answers.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''))
    if (answers.some(hasEnded)) target.end()
    else open.set(path, target)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function hasEnded(answer: Record<string, unknown>): boolean {
  return typeof answer['method'] !== 'string' && 'id' in answer
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
