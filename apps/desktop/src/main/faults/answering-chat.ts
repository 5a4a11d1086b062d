import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Conversation } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import { createEventRecorder, createScriptedModels, stalledStep } from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { createScriptedHost } from './scripted-host.ts'

/** A chat on a real disk in which an answer is under way. */
export interface AnsweringChat {
  host: Host
  stores: OpenedStores
  events: ReturnType<typeof createEventRecorder>
  /** Asked for the answer as soon as the message is read. */
  models: ReturnType<typeof createScriptedModels>
  chat: Conversation
  close(): Promise<void>
}

/** `later`: what the model answers once the answer that is under way was stopped. */
export async function openAnsweringChat(
  ...later: Parameters<typeof createScriptedModels>[0]
): Promise<AnsweringChat> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-answering-'))
  const stores = openStores({ file: join(folder, 'gatehouse.db') })
  const events = createEventRecorder()
  const models = createScriptedModels([stalledStep('part'), ...later])
  const call = () => Promise.reject(new Error('It has no tools.'))
  const server = { tools: [], call, opened: [], closed: 0 }
  const host = createScriptedHost({ stores, server, models, events })
  await host.start()
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    { models: [{ id: 'm' }] },
  )
  const chat = host.conversations.create()
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
  host.chats.send(chat.id, 'one')
  return {
    host,
    stores,
    events,
    models,
    chat,
    async close() {
      await host.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
