import {
  consentText,
  type Ask,
  type AskAnswer,
  type Conversation,
  type ToolApprovalAnswer,
  type ToolApprovalAsk,
  type ToolCall,
  type TranscriptTurn,
  type Turn,
} from '@gatehouse/domain'
import { checkedAnswer } from '../ask-queue/check-answer.ts'
import { createHost } from '../create-host.ts'
import type { Host } from '../host.ts'
import type { ModelEvent } from '../ports/index.ts'
import {
  createCountingIds,
  createEventRecorder,
  createManualClock,
  createManualSystem,
  createMemoryVault,
  createNoAuthorizations,
  createRecordedLinks,
  createScriptedConnections,
  createScriptedModels,
  textDigest,
  type ScriptedServer,
} from './in-memory-ports.ts'
import { createInMemoryStores } from './in-memory-stores.ts'
import { createMemoryAppFrames } from './memory-app-frames.ts'
import { createMemoryWebHttp } from './memory-web-http.ts'
import { createMemoryDocuments } from './memory-documents.ts'
import { createMemoryPictures } from './memory-pictures.ts'
import { createMemoryFolders } from './memory-folders.ts'
import { createMemoryCatalogue, type MemoryCatalogue } from './memory-catalogue.ts'
import { createMemoryNetwork, type MemoryNetwork } from './memory-network.ts'
import { noBackups } from './memory-backups.ts'
import { createMemoryBundleFiles } from './memory-bundle-files.ts'
import { createMemoryRuntimes } from './memory-runtimes.ts'
import { createMemoryPackageInstaller } from './memory-package-installer.ts'
import { createMemoryImportFiles } from './memory-import-files.ts'
import { createScriptedConsent } from './scripted-consent.ts'
import { toolNamed } from './tool-fixture.ts'

type Steps = Parameters<typeof createScriptedModels>[0]
type Models = ReturnType<typeof createScriptedModels>

export interface ReadyChat {
  host: Host
  chat: Conversation
  models: Models
}

/** A host on scripted ports, with one server named `files` that has the tools `read` and `write`. */
export interface ChatHarness {
  server: ScriptedServer
  stores: ReturnType<typeof createInMemoryStores>
  /** Links that were opened in the browser. */
  links: ReturnType<typeof createRecordedLinks>
  clock: ReturnType<typeof createManualClock>
  /** The events that were emitted. */
  events: ReturnType<typeof createEventRecorder>
  appFrames: ReturnType<typeof createMemoryAppFrames>
  webHttp: ReturnType<typeof createMemoryWebHttp>
  consent: ReturnType<typeof createScriptedConsent>
  folders: ReturnType<typeof createMemoryFolders>
  vault: ReturnType<typeof createMemoryVault>
  importFiles: ReturnType<typeof createMemoryImportFiles>
  bundles: ReturnType<typeof createMemoryBundleFiles>
  packages: ReturnType<typeof createMemoryPackageInstaller>
  managedRuntimes: ReturnType<typeof createMemoryRuntimes>
  authorizations: ReturnType<typeof createNoAuthorizations>
  network: MemoryNetwork
  catalogue: MemoryCatalogue
  /** A host on the same stores, as after a restart. */
  build(steps: Steps): { host: Host; models: Models }
  /** A chat with a model that plays these steps, the server running. */
  ready(steps: Steps): Promise<ReadyChat>
}

export function createChatHarness(): ChatHarness {
  const stores = createInMemoryStores()
  const clock = createManualClock()
  const events = createEventRecorder()
  const vault = createMemoryVault()
  const ports = {
    appFrames: createMemoryAppFrames(),
    webHttp: createMemoryWebHttp(),
    documents: createMemoryDocuments(),
    pictures: createMemoryPictures(),
    folders: createMemoryFolders(),
    importFiles: createMemoryImportFiles(),
    bundles: createMemoryBundleFiles(),
    packages: createMemoryPackageInstaller(),
    managedRuntimes: createMemoryRuntimes(),
    ...noBackups,
    links: createRecordedLinks(),
    consent: createScriptedConsent(),
    authorizations: createNoAuthorizations(),
    network: createMemoryNetwork(),
    catalogue: createMemoryCatalogue(),
  }
  const server: ScriptedServer = {
    tools: [toolNamed('read'), toolNamed('write')],
    call: ({ tool }) =>
      Promise.resolve({ content: [{ type: 'text', text: `ran ${tool.name}` }], isError: false }),
    opened: [],
    closed: 0,
  }
  const build = (steps: Steps): { host: Host; models: Models } => {
    const models = createScriptedModels(steps)
    const host = createHost({
      ...ports,
      stores,
      temporaryStores: createInMemoryStores,
      vault,
      connections: createScriptedConnections(server),
      models,
      events,
      clock,
      timers: clock,
      pause: () => undefined,
      system: createManualSystem(),
      ids: createCountingIds(),
      digest: textDigest,
      profile: 'test',
      version: '1.2.3',
    })
    return { host, models }
  }
  return {
    server,
    stores,
    ...ports,
    clock,
    events,
    vault,
    build,
    async ready(steps) {
      const { host, models } = build(steps)
      await addServer(host)
      const provider = await host.providers.save(
        { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
        { models: [{ id: 'm' }] },
      )
      const chat = host.conversations.create()
      host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
      return { host, chat, models }
    },
  }
}

async function addServer(host: Host): Promise<void> {
  const review = await host.servers.review({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [] },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
  })
  await host.servers.save(review.id, true)
  await until(() => host.servers.list()[0]?.connection.status === 'ready')
}

/** Waits for something that microtasks bring about; throws when it does not come. */
export async function until<Value>(read: () => Value | undefined | false): Promise<Value> {
  for (let round = 0; round < 5000; round += 1) {
    const value = read()
    if (value !== undefined && value !== false) return value
    await Promise.resolve()
  }
  throw new Error('The expected state was not reached.')
}

/** The last turn that a chat shows, with all its entries. */
export function lastTurn(host: Host, chat: Conversation): TranscriptTurn {
  const turn = host.chats.view(chat.id).turns.at(-1)
  if (!turn) throw new Error('There is no turn.')
  let { entries, entriesBefore } = turn
  while (entriesBefore > 0) {
    const anchor = { turnId: turn.id, entryId: entries[0]?.id ?? '' }
    const page = host.chats.page(chat.id, { anchor, side: 'before', entries: 200 }).turns.at(-1)
    entries = [...(page?.entries ?? []), ...entries]
    entriesBefore = page?.entriesBefore ?? 0
  }
  return { ...turn, entries, entriesBefore }
}

export function callsOf(turn: Turn): ToolCall[] {
  return turn.entries.filter((entry): entry is ToolCall => entry.kind === 'tool-call')
}

export function turnOver(host: Host, chat: Conversation): Promise<Turn> {
  return until(() => lastTurn(host, chat).status !== 'running' && lastTurn(host, chat))
}

export const allowOnce: ToolApprovalAnswer = { kind: 'tool-approval', decision: 'allow-once' }
export const allowInChat: ToolApprovalAnswer = { kind: 'tool-approval', decision: 'allow-in-chat' }
export const deny: ToolApprovalAnswer = { kind: 'tool-approval', decision: 'deny' }

/** The oldest tool call that waits for a person, as soon as there is one. */
export function nextApproval(host: Host): Promise<ToolApprovalAsk> {
  return until(() => host.asks.pending().find((ask) => ask.kind === 'tool-approval'))
}

/** Answers the oldest ask as soon as there is one. */
export async function answerNext(host: Host, answer: AskAnswer): Promise<void> {
  const ask = await until(() => host.asks.pending()[0])
  answerAsk(host, ask.id, answer)
}

/** Answers as a window does that shows just what main holds. */
export function answerAsk({ asks }: Pick<Host, 'asks'>, id: string, answer: AskAnswer): void {
  const ask = asks.pending().find((one) => one.id === id)
  asks.answer(id, withDisplayHash(ask, answer))
}

/** The answer with the hash of what such a window showed. */
export function withDisplayHash(ask: Ask | undefined, answer: AskAnswer): AskAnswer {
  const text = ask?.kind === answer.kind ? consentText(ask, checkedAnswer(ask, answer)) : null
  return text ? { ...answer, shown: textDigest.sha256(text) } : answer
}

export const says = (text: string): ModelEvent => ({ type: 'text-delta', text })
export const calls = (callId: string, name: string, args = {}): ModelEvent => ({
  type: 'tool-call',
  callId,
  name,
  arguments: args,
})
