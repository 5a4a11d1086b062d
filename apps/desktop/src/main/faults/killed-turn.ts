import { appendFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import {
  consentText,
  type Ask,
  type AskAnswer,
  type JsonObject,
  type ToolResult,
} from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { ModelEvent, Stores } from '@gatehouse/host/ports'
import {
  createScriptedModels,
  stepOf,
  toolNamed,
  type ScriptedServer,
} from '@gatehouse/host/testing'
import { openStores } from '@gatehouse/store'
import { sha256 } from '../system-ports.ts'
import { createScriptedHost } from './scripted-host.ts'

/**
 * Program for killed-turns.test.ts: a person and a model at work in one chat, with calls, edits, denials and large
 * results, on a real file. It prints the events for the window, and its server records what it receives. `KILL_AT`
 * kills it before or after that many operations of the store, `KILL_IN_CALL` while the server has the call of that number.
 */
const folder = process.env['FOLDER'] ?? ''
const killAt = Number(process.env['KILL_AT'] ?? Number.POSITIVE_INFINITY)
const killInCall = Number(process.env['KILL_IN_CALL'] ?? 0)

let calls = 0
let operations = 0
const count = (): void => {
  operations += 1
  if (operations >= killAt) process.kill(process.pid, 'SIGKILL')
}

/** Counts before and after each operation of each store. */
function counted(stores: Stores): Stores {
  const wrap = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          count()
          const result: unknown = Reflect.apply(value, target, args)
          count()
          return result
        }
      },
    })
  return {
    ...stores,
    turns: wrap(stores.turns),
    asks: wrap(stores.asks),
    audit: wrap(stores.audit),
    grants: wrap(stores.grants),
    blobs: wrap(stores.blobs),
  }
}

const report = (line: string): void => void writeSync(1, `${line}\n`)

const nameOf = ({ n }: JsonObject): string => (typeof n === 'string' ? n : '')

const server: ScriptedServer = {
  tools: [toolNamed('read'), toolNamed('write')],
  async call({ arguments: args }): Promise<ToolResult> {
    appendFileSync(join(folder, 'received'), `${nameOf(args)}\n`)
    calls += 1
    if (calls === killInCall) process.kill(process.pid, 'SIGKILL')
    await pause(2)
    const text = args['large'] === true ? 'large '.repeat(10_000) : `ran ${nameOf(args)}`
    return { isError: false, content: [{ type: 'text', text }] }
  },
  opened: [],
  closed: 0,
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until<Value>(read: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const value = read()
    if (value !== undefined && value !== false) return value
    await pause(1)
  }
}

const call = (n: string, args = {}): ModelEvent => ({
  type: 'tool-call',
  callId: `call-${n}`,
  name: 'files__write',
  arguments: { n, ...args },
})
const textDelta = (text: string): ModelEvent => ({ type: 'text-delta', text })

const steps = [
  stepOf(textDelta('I write two things.'), call('a'), call('b')),
  stepOf(textDelta('Done '), textDelta('with both.')),
  stepOf(call('c', { large: true }), call('d')),
  stepOf(textDelta('It was large.')),
  stepOf(call('e'), call('f')),
  stepOf(call('g')),
  stepOf(textDelta('All written.')),
  stepOf(textDelta('Made again.'), call('h')),
  stepOf(textDelta('And over.')),
]

function answer(host: Host, ask: Ask, given: AskAnswer): void {
  const text = consentText(ask, given)
  host.asks.answer(ask.id, text ? { ...given, shown: sha256.sha256(text) } : given)
}

const allow = { kind: 'tool-approval', decision: 'allow-once' } as const

async function work(host: Host): Promise<void> {
  const review = await host.servers.review({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [] },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
  })
  await host.servers.save(review.id, true)
  await until(() => host.servers.list()[0]?.connection.status === 'ready')
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    { models: [{ id: 'm' }] },
  )
  const chat = host.conversations.create()
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
  const next = async (given: AskAnswer): Promise<void> =>
    answer(host, await until(() => host.asks.pending()[0]), given)
  const over = () => until(() => !host.chats.view(chat.id).isRunning)

  host.chats.send(chat.id, 'First')
  await next({ ...allow, arguments: { n: 'a', edited: true } })
  await next({ kind: 'tool-approval', decision: 'deny', reason: 'Not this one' })
  await over()
  host.chats.send(chat.id, 'Second')
  await next(allow)
  await next(allow)
  await over()
  const second = host.chats.view(chat.id).turns.at(-1)?.id ?? ''
  host.chats.edit(chat.id, second, { text: 'Second in other words' })
  await next({ kind: 'tool-approval', decision: 'allow-in-chat' })
  // The other call of the step is asked about only if it was written down before that answer.
  await until(() => {
    const [ask] = host.asks.pending()
    if (ask) answer(host, ask, allow)
    return !host.chats.view(chat.id).isRunning
  })
  host.chats.retry(chat.id, host.chats.view(chat.id).turns.at(-1)?.id ?? '')
  await over()
}

const host = createScriptedHost({
  stores: counted(openStores({ file: join(folder, 'gatehouse.db') })),
  server,
  models: createScriptedModels(steps),
  events: { emit: (name, payload) => report(JSON.stringify({ name, payload })) },
})
report('begins')
void work(host).then(() => {
  report(`over ${operations}`)
  process.exit(0)
})
