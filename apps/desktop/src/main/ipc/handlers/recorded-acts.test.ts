import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteHandlers, RouteInput, RouteName } from '@gatehouse/contract'
import type { ServerTask } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import { createEventRecorder, createScriptedModels, toolNamed } from '@gatehouse/host/testing'
import { openStores, openTemporaryStores, type OpenedStores } from '@gatehouse/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedHost } from '../../faults/scripted-host.ts'
import { createHandlers, type AppAdapters } from './index.ts'

let folder: string
let stores: OpenedStores
let host: Host
let handlers: RouteHandlers
let id: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-acts-'))
  open()
  const review = await host.servers.review({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [] },
    protocol: 'auto',
    start: 'demand',
    requestTimeoutMs: 60_000,
  })
  id = (await host.servers.save(review.id, false)).config.id
})

function open(task?: ServerTask): void {
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  if (task) stores.tasks.save(task)
  host = createScriptedHost({
    stores,
    temporaryStores: openTemporaryStores,
    server: {
      tools: [toolNamed('read')],
      call: () => Promise.reject(new Error('None.')),
      opened: [],
      closed: 0,
    },
    models: createScriptedModels([]),
    events: createEventRecorder(),
  })
  handlers = createHandlers(host, {} as AppAdapters)
}

afterEach(async () => {
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The record of it, whether the server answered or not. */
async function recordsOf<Name extends RouteName>(route: Name, input: RouteInput<Name>) {
  const before = stores.audit.list(100).length
  const handle = handlers[route] as (input: unknown) => unknown
  await (async () => handle(input))().catch(() => undefined)
  const all = stores.audit.list(100)
  return all.slice(0, all.length - before).map(({ kind, subject }) => `${kind} ${subject}`)
}

/** @threat consent.harvested-presses */
it('what a person reads from a server, starts or stops is on record', async () => {
  const chat = host.conversations.create().id
  const ref = { type: 'ref/prompt', name: 'greet' } as const
  const complete = { ref, argument: { name: 'who', value: 'a' }, context: {} }
  const requestId = 'r'
  const attached = { id: chat, requestId, serverId: id }
  expect({
    start: await recordsOf('server.start', { id }),
    prompt: await recordsOf('server.get-prompt', { id, name: 'greet', arguments: {} }),
    resource: await recordsOf('server.read-resource', { id, uri: 'a:b', requestId }),
    skill: await recordsOf('server.read-skill', { id, uri: 'skill://x/SKILL.md' }),
    watch: await recordsOf('server.watch-resource', { id, uri: 'a:b', watch: true }),
    complete: await recordsOf('server.complete', { id, request: complete }),
    typedOn: await recordsOf('server.complete', { id, request: complete }),
    attachPrompt: await recordsOf('chat.attach-prompt', {
      ...attached,
      name: 'greet',
      arguments: {},
    }),
    attachResource: await recordsOf('chat.attach-resource', { ...attached, uri: 'a:c' }),
    servers: await recordsOf('chat.set-servers', { id: chat, serverIds: [] }),
    stop: await recordsOf('server.stop', { id }),
    unknown: await recordsOf('server.start', { id: 'none' }),
  }).toEqual({
    start: ['server-started files'],
    prompt: ['person-request greet'],
    resource: ['person-request a:b'],
    skill: ['person-request skill://x/SKILL.md'],
    watch: ['person-request a:b'],
    complete: ['person-request greet: who'],
    typedOn: [],
    attachPrompt: ['person-request greet'],
    attachResource: ['person-request a:c'],
    servers: ['chat-servers '],
    stop: ['server-stopped files'],
    unknown: [],
  })
})

it('of a temporary chat it has no word', async () => {
  const chat = host.conversations.createTemporary().id
  const input = { id: chat, requestId: 'r', serverId: id, uri: 'secret:plan' }
  expect(await recordsOf('chat.attach-resource', input)).toEqual(['person-request '])
})

/** @threat consent.harvested-presses */
it('what a person sends, resumes, signs out of or cancels is on record, with the model that is asked', async () => {
  const chat = host.conversations.create().id
  const task = taskOf({ serverId: id, conversationId: chat })
  await host.close()
  open(task)
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:9/v1', key: null },
    { models: [{ id: 'm1' }] },
  )
  host.conversations.rename(chat, 'Plans')
  host.conversations.setModel(chat, { providerId: provider.id, modelId: 'm1' })
  const message = { id: chat, text: 'Hello', attachmentIds: [] }
  const turn = { id: chat, turnId: 'none' }
  expect({
    send: await recordsOf('chat.send', message),
    later: await recordsOf('chat.send-later', { ...message, how: 'queue' }),
    instead: await recordsOf('chat.send-later', { ...message, how: 'stop' }),
    queued: await recordsOf('chat.send-queued', { id: chat, messageId: 'none' }),
    edit: await recordsOf('chat.edit', { ...turn, text: 'Hi' }),
    retry: await recordsOf('chat.retry', turn),
    continue: await recordsOf('chat.continue', { id: chat }),
    release: await recordsOf('chat.release-queue', { id: chat }),
    resume: await recordsOf('app.resume', { what: 'servers' }),
    signOut: await recordsOf('server.sign-out', { id }),
    forget: await recordsOf('server.forget-sign-in', { id }),
    cancel: await recordsOf('task.cancel', { id: task.id }),
    noTask: await recordsOf('task.cancel', { id: 'none' }),
  }).toEqual({
    send: ['message-sent Plans'],
    later: ['message-queued Plans'],
    instead: ['message-sent Plans'],
    queued: ['message-sent Plans'],
    edit: ['message-sent Plans'],
    retry: ['turn-resumed Plans'],
    continue: ['turn-resumed Plans'],
    release: ['turn-resumed Plans'],
    resume: ['start-resumed '],
    signOut: ['signed-out files'],
    forget: ['signed-out files'],
    cancel: ['task-cancelled Read'],
    noTask: [],
  })
  const sent = stores.audit.list(100).find(({ kind }) => kind === 'message-sent')
  expect(sent).toMatchObject({
    conversationId: chat,
    model: { provider: 'Local', id: 'm1' },
  })
})

function taskOf(of: Pick<ServerTask, 'serverId' | 'conversationId'>): ServerTask {
  return {
    ...of,
    id: 'task-1',
    taskId: 'of-server',
    status: 'working',
    pollIntervalMs: 1000,
    ttlMs: null,
    identity: '',
    era: 'legacy',
    toolName: 'read',
    toolTitle: 'Read',
    turnId: 'turn-1',
    entryId: 'entry-1',
    createdAt: 1,
    updatedAt: 1,
  }
}
