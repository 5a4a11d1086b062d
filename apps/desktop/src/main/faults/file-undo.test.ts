import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  consentText,
  GatehouseError,
  type AskAnswer,
  type JsonObject,
  type Tool,
  type ToolCall,
} from '@gatehouse/domain'
import { KEPT_FILE_LIMITS } from '@gatehouse/domain/chats'
import type { Host } from '@gatehouse/host'
import type { ConnectionFactory, Folders } from '@gatehouse/host/ports'
import { createEventRecorder, createScriptedModels } from '@gatehouse/host/testing'
import { createConnectionFactory } from '@gatehouse/mcp'
import { openStores, openTemporaryStores, type OpenedStores } from '@gatehouse/store'
import { serverFilesystemPath } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFolders } from '../folders/create-folders.ts'
import { sha256 } from '../system-ports.ts'
import { createScriptedHost } from './scripted-host.ts'

interface Bench {
  host: Host
  stores: OpenedStores
  folders: Folders
  folder: string
  /** A folder of the workspace of the chat. */
  site: string
  chatId: string
  workspaceId: string
  /** Runs a tool by hand and gives the call once it is over. */
  run(toolName: string, args: JsonObject, chat?: string): Promise<ToolCall>
  reopen(): Promise<void>
  close(): Promise<void>
}

interface BenchOptions {
  command: string
  args: (folder: string) => string[]
  connections?: (folder: string) => ConnectionFactory
  tools?: Record<string, { tool: Partial<Tool>; write: (args: Record<string, string>) => void }>
}

async function openBench({ command, args, connections, tools = {} }: BenchOptions): Promise<Bench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-undo-')))
  const site = join(folder, 'site')
  mkdirSync(site)
  const events = createEventRecorder()
  const folders = createFolders({
    listFiles: () => Promise.reject(new Error('Nothing is listed.')),
  })
  const open = () => {
    const opened = openStores({ file: join(folder, 'data', 'gatehouse.db') })
    const server = {
      tools: Object.entries(tools).map(([name, { tool }]): Tool => ({
        name,
        inputSchema: { type: 'object' },
        ...tool,
      })),
      call: ({ tool, arguments: given }: { tool: Tool; arguments: JsonObject }) => {
        tools[tool.name]?.write(given as Record<string, string>)
        return Promise.resolve({ content: [], isError: false })
      },
      opened: [],
      closed: 0,
    }
    const host = createScriptedHost({
      stores: opened,
      temporaryStores: openTemporaryStores,
      server,
      models: createScriptedModels([]),
      events,
      folders,
      ...(connections ? { connections: connections(folder) } : {}),
    })
    return { host, stores: opened }
  }
  const { host, stores } = open()
  await host.start()
  const review = await host.servers.review({
    name: 'files',
    transport: { kind: 'stdio', command, args: args(folder), env: [] },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
  })
  await host.servers.save(review.id, true)
  await vi.waitFor(() => expect(host.servers.list()[0]?.connection.status).toBe('ready'), 20_000)
  const { id: workspaceId } = await host.workspaces.create('Site')
  await host.workspaces.addFolders(workspaceId, [site])
  const chat = host.conversations.create()
  await host.chatWorkspaces.move(chat.id, workspaceId)
  const bench: Bench = {
    host,
    stores,
    folders,
    folder,
    site,
    workspaceId,
    chatId: chat.id,
    async run(toolName, given, conversationId = chat.id) {
      const serverId = bench.host.servers.list()[0]?.config.id ?? ''
      const turn = bench.host.chats.runTool(conversationId, {
        serverId,
        toolName,
        arguments: given,
      })
      const ask = await vi.waitFor(() => {
        const [pending] = bench.host.asks.pending()
        if (!pending) throw new Error('Nothing waits.')
        return pending
      }, 20_000)
      const allow: AskAnswer = { kind: 'tool-approval', decision: 'allow-once' }
      const text = consentText(ask, allow)
      bench.host.asks.answer(ask.id, text ? { ...allow, shown: sha256.sha256(text) } : allow)
      await vi.waitFor(
        () => expect(bench.host.chats.view(conversationId).isRunning).toBe(false),
        20_000,
      )
      const found = bench.host.chats
        .view(conversationId)
        .turns.find(({ id }) => id === turn.id)
        ?.entries.find(({ kind }) => kind === 'tool-call')
      if (found?.kind !== 'tool-call') throw new Error('There is no call.')
      return found
    },
    async reopen() {
      await bench.host.close()
      Object.assign(bench, open())
      await bench.host.start()
    },
    async close() {
      await bench.host.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return bench
}

const modeOf = (path: string): number => statSync(path).mode & 0o7777
const bytesOf = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null)

/** Compares, then restores what was compared. */
async function undo({ host, chatId }: Bench, { id: entryId }: ToolCall, conversationId = chatId) {
  const place = { conversationId, entryId }
  const preview = await host.fileUndos.preview(place)
  await host.fileUndos.undo({ ...place, shown: preview.shown })
  return preview
}

function callOf({ host, chatId }: Bench, entryId: string): ToolCall | undefined {
  const entries = host.chats.view(chatId).turns.flatMap((turn) => turn.entries)
  return entries.find((entry): entry is ToolCall => entry.id === entryId)
}

const undoRecords = ({ stores }: Bench) =>
  stores.audit
    .latest(50)
    .then((records) => records.filter(({ kind }) => kind === 'file-undo'))
    .then((records) => records.toReversed())

const CONTENTS: [string, Buffer][] = [
  ['lines of Windows', Buffer.from('one\r\ntwo\r\n')],
  ['a byte order mark', Buffer.from('\uFEFFone\ntwo')],
  ['nothing', Buffer.alloc(0)],
  ['bytes that are no text', Buffer.from([0xff, 0, 0xfe, 0x80, 0x0a])],
]

describe('what server-filesystem wrote', () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench({
      command: process.execPath,
      args: (folder) => [serverFilesystemPath(), folder],
      connections: (folder) =>
        createConnectionFactory({
          clientInfo: { name: 'gatehouse-test', version: '0.0.0', title: 'Gatehouse test' },
          ledgerFile: join(folder, 'processes.json'),
          baseEnvironment: { ...process.env, SHELL: '/bin/sh' },
          headStartMs: 9000,
        }),
    })
  })
  afterAll(() => bench.close())

  it.each(CONTENTS)('over a file with %s is restored, with its mode', async (name, before) => {
    const path = join(bench.site, `${name}.txt`)
    writeFileSync(path, before)
    chmodSync(path, 0o640)
    const call = await bench.run('write_file', { path, content: 'new' })
    expect(readFileSync(path, 'utf8')).toBe('new')
    chmodSync(path, 0o600)
    expect(await undo(bench, call)).toMatchObject({ state: 'ready', files: [{ path }] })
    expect(readFileSync(path)).toEqual(before)
    expect(modeOf(path)).toBe(0o640)
    expect(callOf(bench, call.id)?.fileUndo).toMatchObject({ state: 'undone', paths: [path] })
    proves('chat.file-undo.restored')
  })

  it('as a new file is removed again, and nothing else is left in its folder', async () => {
    const path = join(bench.site, 'new', 'a.md')
    mkdirSync(join(bench.site, 'new'))
    const call = await bench.run('write_file', { path, content: 'new' })
    const preview = await undo(bench, call)
    expect(preview.files).toEqual([
      { path, now: { kind: 'text', text: 'new' }, restored: { kind: 'absent' } },
    ])
    expect(readdirSync(join(bench.site, 'new'))).toEqual([])
  })

  it('by an edit is restored', async () => {
    const path = join(bench.site, 'edited.md')
    writeFileSync(path, 'one\r\ntwo\r\n')
    const call = await bench.run('edit_file', {
      path,
      edits: [{ oldText: 'two', newText: 'three' }],
    })
    expect(readFileSync(path, 'utf8')).toContain('three')
    await undo(bench, call)
    expect(readFileSync(path, 'utf8')).toBe('one\r\ntwo\r\n')
  })

  it('by a move is moved back', async () => {
    const [source, destination] = [join(bench.site, 'from.bin'), join(bench.site, 'to.bin')]
    writeFileSync(source, Buffer.from([0, 1, 2]))
    chmodSync(source, 0o750)
    const call = await bench.run('move_file', { source, destination })
    expect(bytesOf(source)).toBeNull()
    await undo(bench, call)
    expect([bytesOf(source), bytesOf(destination)]).toEqual([Buffer.from([0, 1, 2]), null])
    expect(modeOf(source)).toBe(0o750)
  })

  /** @threat undo.other-file */
  it('is not restored where the file was changed since', async () => {
    const path = join(bench.site, 'changed.md')
    writeFileSync(path, 'old')
    const call = await bench.run('write_file', { path, content: 'new' })
    const place = { conversationId: bench.chatId, entryId: call.id }
    const { shown } = await bench.host.fileUndos.preview(place)
    writeFileSync(path, 'by the person')
    await expect(bench.host.fileUndos.undo({ ...place, shown })).rejects.toMatchObject({
      code: 'undo/changed',
    })
    expect(readFileSync(path, 'utf8')).toBe('by the person')
    expect(await bench.host.fileUndos.preview(place)).toMatchObject({ state: 'changed' })
    proves('chat.file-undo.unchanged-only')
  })

  it('outside of the folders, or where nothing changed, is not kept', async () => {
    const elsewhere = join(bench.folder, 'elsewhere.md')
    const call = await bench.run('write_file', { path: elsewhere, content: 'new' })
    expect(call.fileUndo).toEqual({ state: 'not-kept', because: 'elsewhere' })
    const path = join(bench.site, 'same.md')
    writeFileSync(path, 'same')
    const same = await bench.run('write_file', { path, content: 'same' })
    expect(same.fileUndo).toBeUndefined()
    proves('chat.file-undo.said')
  })
})

/** Tools as those of Desktop Commander and mcp-server-text-editor, which write in place. */
const OTHER_TOOLS: NonNullable<BenchOptions['tools']> = {
  write_file: {
    tool: {},
    write: ({ path = '', content = '', mode }) =>
      writeFileSync(path, content, { flag: mode === 'append' ? 'a' : 'w' }),
  },
  edit_block: {
    tool: {},
    write: ({ file_path = '', old_string = '', new_string = '' }) =>
      writeFileSync(
        file_path,
        readFileSync(file_path, 'utf8').replace(old_string, () => new_string),
      ),
  },
  text_editor: {
    tool: {},
    write: ({ command, path = '', file_text = '', old_str = '', new_str = '' }) =>
      writeFileSync(
        path,
        command === 'create'
          ? file_text
          : readFileSync(path, 'utf8').replace(old_str, () => new_str),
      ),
  },
  delete_file: { tool: {}, write: ({ path = '' }) => rmSync(path) },
  move: {
    tool: {},
    write: ({ from = '', to = '' }) => renameSync(from, to),
  },
}

describe('what other servers wrote', () => {
  let bench: Bench
  let path: string

  beforeEach(async () => {
    bench = await openBench({ command: 'node', args: () => [], tools: OTHER_TOOLS })
    path = join(bench.site, 'a.txt')
    writeFileSync(path, 'one\r\ntwo\r\n')
    chmodSync(path, 0o604)
  })
  afterEach(() => bench.close())

  const expectUndone = async (call: ToolCall) => {
    expect(bytesOf(path)?.toString()).not.toBe('one\r\ntwo\r\n')
    await undo(bench, call)
    expect(readFileSync(path, 'utf8')).toBe('one\r\ntwo\r\n')
    expect(modeOf(path)).toBe(0o604)
  }

  it.each<[string, JsonObject]>([
    ['write_file', { content: 'three', mode: 'append' }],
    ['delete_file', {}],
    ['edit_block', { old_string: 'two', new_string: 'three' }],
    ['text_editor', { command: 'create', file_text: '' }],
    ['text_editor', { command: 'str_replace', old_str: 'one', new_str: 'zero' }],
  ])('by %s with %j is restored', async (name, args) => {
    await expectUndone(await bench.run(name, { path, file_path: path, ...args }))
  })

  it('is restored after a restart, and recorded before and after', async () => {
    const call = await bench.run('write_file', { path, content: 'new' })
    await bench.reopen()
    await expectUndone(call)
    expect(await undoRecords(bench)).toMatchObject([
      { outcome: 'under-way', subject: path, entryId: call.id },
      { outcome: 'done', subject: path, by: { kind: 'person' } },
    ])
    proves('chat.file-undo.recorded')
  })

  /**
   * @threat undo.page
   * @attacker page
   * @tries undoes what calls wrote, in the name of the person, or something else than was shown
   * @stoppedBy each undo takes a press, names what was compared by its hash, and is recorded
   */
  it('is undone by what was compared alone, once, and in a folder of the chat alone', async () => {
    const call = await bench.run('write_file', { path, content: 'new' })
    const place = { conversationId: bench.chatId, entryId: call.id }
    const { shown } = await bench.host.fileUndos.preview(place)
    await expect(bench.host.fileUndos.undo({ ...place, shown: 'x' })).rejects.toMatchObject({
      code: 'undo/not-as-shown',
    })
    await bench.host.chatWorkspaces.move(bench.chatId, null)
    await expect(bench.host.fileUndos.undo({ ...place, shown })).rejects.toMatchObject({
      code: 'undo/elsewhere',
    })
    await bench.host.chatWorkspaces.move(bench.chatId, bench.workspaceId)
    expect(readFileSync(path, 'utf8')).toBe('new')
    await bench.host.fileUndos.undo({ ...place, shown })
    await expect(bench.host.fileUndos.undo({ ...place, shown })).rejects.toMatchObject({
      code: 'undo/not-kept',
    })
  })

  it('that is as before again already, as after a crash, is only marked', async () => {
    const call = await bench.run('write_file', { path, content: 'new' })
    writeFileSync(path, 'one\r\ntwo\r\n')
    expect(await undo(bench, call)).toMatchObject({ state: 'as-before' })
    expect(callOf(bench, call.id)?.fileUndo?.state).toBe('undone')
  })

  it('of a move of which one half was restored before a crash is finished', async () => {
    const to = join(bench.site, 'b.txt')
    const call = await bench.run('move', { from: path, to })
    writeFileSync(path, readFileSync(to))
    expect(await undo(bench, call)).toMatchObject({ state: 'ready' })
    expect([existsSync(path), existsSync(to)]).toEqual([true, false])
  })

  it('stays as it is where the disk refuses, and the record says so', async () => {
    const call = await bench.run('write_file', { path, content: 'new' })
    const full = new GatehouseError('undo/refused', 'The disk refused it.')
    vi.spyOn(bench.folders, 'restoreVersion').mockRejectedValueOnce(full)
    await expect(undo(bench, call)).rejects.toBe(full)
    expect(callOf(bench, call.id)?.fileUndo?.state).toBe('kept')
    expect(await undoRecords(bench)).toMatchObject([
      { outcome: 'under-way' },
      { outcome: 'failed' },
    ])
    await expectUndone(call)
  })

  /**
   * @threat undo.other-file
   * @attacker server
   * @tries has an undo write or remove another file: by a link, or by a change after the call
   * @stoppedBy an undo writes below the folder of the chat alone, through no link, and only where the file is still as
   * the call left it
   * @remains what another program writes in the milliseconds before the file is replaced is lost
   */
  it('through a link is neither kept nor restored', async () => {
    const outside = join(bench.folder, 'outside.txt')
    writeFileSync(outside, 'outside')
    const link = join(bench.site, 'link.txt')
    symlinkSync(outside, link)
    const linked = await bench.run('write_file', { path: link, content: 'new' })
    expect(linked.fileUndo).toEqual({ state: 'not-kept', because: 'leads-out' })
    const call = await bench.run('write_file', { path, content: 'new' })
    rmSync(path)
    symlinkSync(outside, path)
    await expect(undo(bench, call)).rejects.toMatchObject({ code: 'workspace/leads-out' })
    expect(readFileSync(outside, 'utf8')).toBe('new')
    proves('chat.file-undo.no-way-out')
  })

  it('is not kept of a folder, a file over 5 MB, or beyond 20 MB of a chat', async () => {
    const folder = join(bench.site, 'folder')
    mkdirSync(folder)
    const moved = await bench.run('move', { from: folder, to: join(bench.site, 'other') })
    expect(moved.fileUndo).toEqual({ state: 'not-kept', because: 'folder' })
    writeFileSync(path, Buffer.alloc(KEPT_FILE_LIMITS.fileBytes + 1))
    const large = await bench.run('write_file', { path, content: 'new' })
    expect(large.fileUndo).toEqual({ state: 'not-kept', because: 'too-large' })
    vi.spyOn(bench.stores.turns, 'keptBytes').mockReturnValue(KEPT_FILE_LIMITS.chatBytes)
    const full = await bench.run('write_file', { path, content: 'newer' })
    expect(full.fileUndo).toEqual({ state: 'not-kept', because: 'chat-full' })
    proves('chat.file-undo.bounded')
  })

  it('is removed with its chat, and of a temporary chat never on disk', async () => {
    const call = await bench.run('write_file', { path, content: 'new' })
    const blobs = () =>
      readdirSync(join(bench.folder, 'data', 'blobs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    expect(blobs()).toEqual(['one\r\ntwo\r\n'])
    expect(bench.stores.turns.keptBytes(bench.chatId)).toBe(10)
    bench.host.conversations.remove(bench.chatId)
    bench.stores.conversations.purge()
    expect(bench.stores.turns.keptBytes(bench.chatId)).toBe(0)
    expect(call.fileUndo).toMatchObject({ state: 'kept' })
    const { id } = bench.host.conversations.createTemporary()
    await bench.host.chatWorkspaces.move(id, bench.workspaceId)
    const secret = await bench.run('write_file', { path, content: 'of a temporary chat' }, id)
    expect(blobs()).toEqual(['one\r\ntwo\r\n'])
    await undo(bench, secret, id)
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(await undoRecords(bench)).toMatchObject([
      { outcome: 'under-way', subject: '', isTemporary: true },
      { outcome: 'done', subject: '' },
    ])
    proves('chat.file-undo.with-chat')
  })
})
