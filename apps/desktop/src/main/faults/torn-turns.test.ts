import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ENDED_WITH_APP,
  GatehouseError,
  type Entry,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import { createEventRecorder, createScriptedModels } from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAnsweringChat } from './answering-chat.ts'
import { createScriptedHost } from './scripted-host.ts'

afterEach(() => vi.restoreAllMocks())

it('a disk that refuses the entries of a turn that ends leaves its head as it was', async () => {
  const answering = await openAnsweringChat()
  const { host, stores, chat } = answering
  await vi.waitFor(() => expect(answering.models.requests).toHaveLength(1))
  const turnId = stores.turns.lastTurnId(chat.id) ?? ''
  vi.spyOn(stores.turns, 'saveEntry').mockImplementation(() => {
    throw new GatehouseError('store/disk-full', 'The disk is full.')
  })
  host.chats.stop(chat.id)
  await vi.waitFor(() => expect(host.chats.view(chat.id).isRunning).toBe(false))
  const kept = stores.turns.get(turnId)
  expect(kept?.entries.at(-1)).toMatchObject({ kind: 'assistant-message', status: 'streaming' })
  expect(kept).toMatchObject({ status: 'running', endedAt: null })
  await answering.close()
})

describe('a turn that an earlier version left torn: over, with entries that are not', () => {
  let folder: string
  let stores: OpenedStores
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-torn-'))
    stores = openStores({ file: join(folder, 'gatehouse.db') })
  })
  afterEach(() => {
    stores.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const call = (id: string, status: ToolCall['status']): ToolCall => ({
    kind: 'tool-call',
    id,
    step: 1,
    callId: id,
    origin: 'model',
    status,
    serverId: 's1',
    serverName: 'Files',
    serverHue: 1,
    toolName: 'read',
    toolTitle: 'Read',
    proposedArguments: {},
    arguments: {},
    createdAt: 1000,
  })
  const message: Entry = {
    kind: 'assistant-message',
    id: 'm',
    step: 1,
    text: 'So',
    reasoning: '',
    status: 'streaming',
    createdAt: 1000,
  }
  const torn: Turn = {
    id: 't1',
    parentId: null,
    depth: 0,
    origin: 'message',
    status: 'stopped',
    model: null,
    step: 1,
    stepLimit: 20,
    entries: [],
    preparing: null,
    failure: null,
    conversationId: 'c1',
    startedAt: 1000,
    endedAt: 2000,
  }

  function start() {
    const server = { tools: [], call: () => Promise.reject(new Error()), opened: [], closed: 0 }
    const models = createScriptedModels([])
    return createScriptedHost({ stores, server, models, events: createEventRecorder() })
  }

  beforeEach(() => {
    const host = start()
    const chat = host.conversations.create()
    stores.turns.saveTurn({ ...torn, conversationId: chat.id })
    const entries = [message, call('w', 'waiting'), call('r', 'running'), call('u', 'unknown')]
    for (const entry of entries) stores.turns.saveEntry('t1', entry)
    stores.turns.appendText('t1', 'm', { text: ' far', reasoning: '' })
  })

  it('has none at the next start, and is otherwise as it was', () => {
    expect(stores.turns.withOpenEntries()).toEqual(['t1'])
    start()
    const ended = stores.turns.get('t1')
    expect(ended).toMatchObject({ status: 'stopped', endedAt: 2000 })
    expect(ended?.entries).toMatchObject([
      { id: 'm', status: 'interrupted', text: 'So far' },
      { id: 'w', status: 'cancelled' },
      { id: 'r', status: 'unknown', error: ENDED_WITH_APP },
      { id: 'u', status: 'unknown' },
    ])
    expect(stores.turns.withOpenEntries()).toEqual([])
    const outcomes = stores.audit.list(10).map(({ entryId, outcome }) => [entryId, outcome])
    expect(outcomes).toEqual([
      ['r', 'unknown'],
      ['w', 'cancelled'],
    ])
  })
})
