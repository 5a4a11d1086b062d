import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  handwrittenServerCommand,
  startHandwrittenServer,
  withDisplayHash,
  type ProtocolHttpServer,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compose, type Composition } from './compose.ts'
import { openHeadlessWindow, type HeadlessWindow } from './display-fidelity/headless-window.ts'
import { quietDesktop, quietLog } from './soak/server-cycles.ts'

const URI = 'protocol://note/3'

let folder: string
let app: Composition
let page: HeadlessWindow
let server: ProtocolHttpServer | undefined

async function start(): Promise<void> {
  const consent = {
    ask: () => Promise.resolve('allow-and-start' as const),
    choose: () => Promise.resolve({ decision: 'cancel' as const, chosen: [] }),
  }
  const events = { emit: () => undefined }
  const desktop = { ...quietDesktop, consent }
  app = await compose({ dataFolder: folder, events, desktop, log: quietLog })
  page = openHeadlessWindow(app.handlers)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-follows-'))
  server = undefined
  await start()
})
afterEach(async () => {
  await app.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const variants = ['stdio legacy', 'http legacy', 'stdio modern', 'http modern'] as const

async function addServer(variant: (typeof variants)[number]): Promise<string> {
  const [transport, era] = variant.split(' ') as ['stdio' | 'http', 'legacy' | 'modern']
  const revision = era === 'modern' ? '2026-07-28' : '2025-11-25'
  server =
    transport === 'http' ? await startHandwrittenServer({ transport, era, revision }) : undefined
  const proposal = await page.request('server.propose', {
    name: 'notes',
    transport: server
      ? { kind: 'http', url: server.url, headers: [] }
      : { kind: 'stdio', ...handwrittenServerCommand({ era, revision }), env: [] },
  })
  if (proposal.outcome !== 'saved') throw new Error('It was not added.')
  await becomes('ready')
  return proposal.server.config.id
}

const becomes = (status: string) =>
  vi.waitFor(async () => {
    const [view] = await page.request('server.list', {})
    expect(view?.connection.status).toBe(status)
  }, 20_000)

const follows = (id: string) => page.request('chat.follows', { id })
const state = (id: string, kind: string) =>
  vi.waitFor(async () => {
    const [follow] = await follows(id)
    expect(follow?.state).toMatchObject({ kind })
  }, 20_000)

/** Has the server notify that the resource changed; the person lets the tool run that makes it do so. */
async function touch(id: string, serverId: string): Promise<void> {
  await page.request('chat.run-tool', { id, serverId, toolName: 'touch', arguments: { uri: URI } })
  const ask = await vi.waitFor(async () => {
    const [one] = await page.request('ask.list', {})
    if (one?.kind !== 'tool-approval') throw new Error('Nothing is asked yet.')
    return one
  }, 20_000)
  const answer = { kind: 'tool-approval', decision: 'allow-once' } as const
  await page.request('ask.answer', { id: ask.id, answer: withDisplayHash(ask, answer) })
  await vi.waitFor(async () => {
    expect((await page.request('chat.get', { id })).isRunning).toBe(false)
  }, 20_000)
}

describe.each(variants)('over %s', (variant) => {
  it('what is attached is followed, also after a stop and a start of the app, until its server reports a change', async () => {
    const serverId = await addServer(variant)
    const { id } = await page.request('chat.create', {})
    const attached = await page.request('chat.attach-resource', { id, serverId, uri: URI })
    await state(id, 'followed')
    expect(await follows(id)).toEqual([{ attachmentId: attached.id, state: { kind: 'followed' } }])
    proves('chat.follow.attached', variant)

    await page.request('server.stop', { id: serverId })
    await state(id, 'unfollowed')
    await page.request('server.start', { id: serverId })
    await state(id, 'followed')
    expect((await follows(id))[0]?.state).toHaveProperty('since')
    proves('chat.follow.reconnected', variant)

    await app.close()
    await start()
    await state(id, 'unfollowed')
    await page.request('server.start', { id: serverId })
    await state(id, 'followed')
    await touch(id, serverId)
    await state(id, 'changed')
    proves('chat.follow.updated', variant)

    await app.close()
    await start()
    await state(id, 'changed')
    proves('chat.follow.kept', variant)
  }, 60_000)
})
