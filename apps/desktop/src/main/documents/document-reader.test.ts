import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createEventRecorder } from '@gatehouse/host/testing'
import { createModelClients } from '@gatehouse/llm'
import { openStores } from '@gatehouse/store'
import { bundlePackage, startFakeModelEndpoint, type PackageBundle } from '@gatehouse/testkit'
import type { Documents, DocumentToRead } from '@gatehouse/host/ports'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createScriptedHost } from '../faults/scripted-host.ts'
import { createDocumentReader } from './document-reader.ts'

const packageOf = new URL('../../../../../packages/documents/', import.meta.url)
const pdfJs = createRequire(new URL('package.json', packageOf)).resolve('pdfjs-dist/package.json')
const characterMaps = join(dirname(pdfJs), 'cmaps')
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`fixtures/${name}`, packageOf))))
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

let program: PackageBundle
let started = 0
/** Bytes that a process claims to take. */
let claimed = 0

/** The same program as in the app, as a process of Node. */
function start() {
  started += 1
  const child = fork(program.file, { serialization: 'advanced', stdio: 'ignore', env: {} })
  return {
    post: (document: unknown) => void child.send(document as object),
    onMessage: (listener: (response: unknown) => void) => void child.on('message', listener),
    onExit: (listener: () => void) => void child.once('exit', listener),
    memory: () => claimed,
    kill: () => void child.kill('SIGKILL'),
  }
}

let documents: Documents
beforeAll(async () => {
  program = await bundlePackage(new URL('./process.ts', import.meta.url), [])
  documents = createDocumentReader({ start, characterMaps })
}, 120_000)
afterAll(() => program.dispose())

const problemOf = async (document: DocumentToRead, reader = documents): Promise<string> => {
  try {
    return `read: ${(await reader.read(document)).text}`
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a document is read in a process of its own', () => {
  it.each([
    ['zip', 'sales.xlsx', '35.3%'],
    ['pdf', 'report.pdf', '季度报告'],
  ] as const)('%s: %s', async (container, name, words) => {
    expect((await documents.read({ container, bytes: fixture(name) })).text).toContain(words)
  })

  it('which names what is wrong with it', async () => {
    const locked = { container: 'pdf', bytes: fixture('password.pdf') } as const
    expect(await problemOf(locked)).toBe('attachment/document-needs-password')
    const old = { container: 'compound', bytes: text('Workbook') } as const
    expect(await problemOf(old)).toBe('attachment/unsupported')
  })
})

describe('a process that a document breaks', () => {
  const loops = { container: 'html', bytes: text('<p>fine') } as const

  /** @threat attachments.hostile-document */
  it('is ended for its time or memory, and the next document has another one', async () => {
    const hurried = createDocumentReader({ start, characterMaps, limits: { ms: 0, memory: 1e9 } })
    expect(await problemOf(loops, hurried)).toBe('attachment/document-too-slow')
    claimed = 700_000_000
    expect(await problemOf({ container: 'zip', bytes: fixture('sales.xlsx') })).toBe(
      'attachment/document-too-much-memory',
    )
    claimed = 0
    const before = started
    expect(await problemOf(loops)).toBe('read: fine')
    expect(started).toBe(before + 1)
  })

  it('ends by itself, and that is an error of this document alone', async () => {
    const exits = createDocumentReader({
      start: () => ({ ...start(), post: () => undefined, onExit: (listener) => listener() }),
      characterMaps,
    })
    expect(await problemOf(loops, exits)).toBe('attachment/document-crashed')
    expect(await problemOf(loops)).toBe('read: fine')
  })

  /** @threat attachments.hostile-document */
  it('cannot answer in another shape', async () => {
    const forged = createDocumentReader({
      start: () => ({
        ...start(),
        post: () => undefined,
        onMessage: (listener) => listener({ read: { text: 1 } }),
      }),
      characterMaps,
    })
    expect(await problemOf(loops, forged)).toBe('attachment/document-damaged')
  })
})

/** Part of each API's request over HTTP that holds each fixture. */
const WIRE = [
  [
    'sales.xlsx',
    '(xlsx, 3 sheets; this app read its text)',
    '| 西湖湖滨店 | 2019-05-06 | 182.4 | 246.8 | 35.3% |',
  ],
  [
    'sales.ods',
    '(ods, 3 sheets; this app read its text)',
    '| 西湖湖滨店 | 2019-05-06 | 182.4 | 246.8 | 35.3% |',
  ],
  ['report.docx', '(docx; this app read its text)', '  - New counter'],
  ['report.odt', '(odt; this app read its text)', '## Stores'],
  ['report.rtf', '(rtf; this app read its text)', '| 西湖湖滨店 | 182.4 | 246.8 |'],
  ['report.epub', '(epub, 1 chapter; this app read its text)', '# Chapter 1'],
  ['report.pdf', '(pdf, 1 page; this app read its text)', '# Page 1'],
  ['slides.pptx', '(pptx, 2 slides; this app read its text)', 'Notes: Say it slowly.'],
  ['slides.odp', '(odp, 2 slides; this app read its text)', '# Slide 2'],
  [
    'scan.pdf',
    'not given to you: 1 pages without text, which may be scans)',
    '(This page has no text.)',
  ],
] as const

it('each model API is sent the text of each document, and none of its bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-documents-'))
  const endpoint = await startFakeModelEndpoint()
  const stores = openStores({ file: join(folder, 'gatehouse.db') })
  const server = { tools: [], call: () => Promise.reject(new Error()), opened: [], closed: 0 }
  const models = createModelClients()
  const host = createScriptedHost({
    stores,
    server,
    models,
    events: createEventRecorder(),
    documents,
  })
  try {
    await host.start()
    endpoint.script('m', [{ text: 'Read.' }])
    const { id } = host.conversations.create()
    for (const [name] of WIRE)
      await host.attachments.attachFile(id, { name, mimeType: '', bytes: fixture(name) })
    const ids = host.attachments.list(id).map((one) => one.id)
    for (const [kind, version] of [
      ['anthropic', 'v1'],
      ['openai-responses', 'v1'],
      ['google', 'v1beta'],
      ['openai-compatible', 'v1'],
    ] as const) {
      const baseUrl = `${endpoint.url}/${version}`
      const provider = await host.providers.save(
        { kind, name: kind, baseUrl, key: 'sk-key' },
        { models: [{ id: 'm', contextWindow: 200_000 }] },
      )
      host.conversations.setModel(id, { providerId: provider.id, modelId: 'm' })
      const before = endpoint.requests.length
      const turn = host.chats.view(id).turns[0]
      if (turn) host.chats.retry(id, turn.id)
      else host.chats.send(id, 'Sum up', ids)
      await vi.waitFor(
        () => expect(host.chats.view(id).turns.at(-1)?.status).not.toBe('running'),
        20_000,
      )
      const body = JSON.stringify(
        endpoint.requests.slice(before).find(({ method }) => method === 'POST')?.body,
      )
      for (const [name, facts, words] of WIRE) {
        expect(body).toContain(JSON.stringify(JSON.stringify(name)).slice(1, -1))
        expect(body).toContain(JSON.stringify(facts).slice(1, -1))
        expect(body).toContain(JSON.stringify(words).slice(1, -1))
      }
      expect(body).not.toMatch(/%PDF|word\/document|endobj/)
    }
    proves('chat.documents.wire')
  } finally {
    await host.close()
    stores.close()
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
