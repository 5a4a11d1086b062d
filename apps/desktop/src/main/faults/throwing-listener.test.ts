import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScriptedModels, stepOf } from '@gatehouse/host/testing'
import { openStores } from '@gatehouse/store'
import { expect, it, vi } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

it('a listener that throws leaves no turn behind that nobody runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-listener-'))
  const stores = openStores({ file: join(folder, 'gatehouse.db') })
  const server = { tools: [], call: () => Promise.reject(new Error()), opened: [], closed: 0 }
  const models = createScriptedModels([stepOf({ type: 'text-delta', text: 'Here.' })])
  let isBroken = false
  const emit = (): void => {
    if (isBroken) throw new Error('The window is broken.')
  }
  const host = createScriptedHost({ stores, server, models, events: { emit } })
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    { models: [{ id: 'm' }] },
  )
  const chat = host.conversations.create()
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
  isBroken = true
  const { id } = host.chats.send(chat.id, 'Hello')
  await vi.waitFor(() => expect(stores.turns.get(id)).toMatchObject({ status: 'done' }))
  expect(host.chats.view(chat.id).isRunning).toBe(false)
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})
