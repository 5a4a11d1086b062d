import { serverDraftSchema } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualClock, createMemoryVault, type ScriptedServer } from '../../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../../testing/registry-harness.ts'
import type { ServerRegistry } from '../server-registry.ts'

let clock: ReturnType<typeof createManualClock>
let server: ScriptedServer
let registry: ServerRegistry
let id: string
/** Lets the keychain respond. */
let respond: () => void

async function settle(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await Promise.resolve()
}

/** A server that needs a secret from a keychain that does not respond yet, and is being started. */
beforeEach(async () => {
  clock = createManualClock()
  server = createScriptedServer()
  const vault = createMemoryVault()
  const { get } = vault
  registry = createTestRegistry(server, { clock, vault })
  const draft = serverDraftSchema.parse({
    name: 'files',
    transport: {
      kind: 'stdio',
      command: 'node',
      args: [],
      env: [{ name: 'TOKEN', value: 'a secret', secret: true }],
    },
  })
  const { config } = await registry.save((await registry.review(draft)).id, false)
  id = config.id
  const responded = new Promise<void>((resolve) => (respond = resolve))
  vault.get = (ref) => responded.then(() => get(ref))
  registry.get(id).lifecycle.start()
  await settle()
})

describe('a start whose keychain does not respond', () => {
  /** @threat faults.after-stop */
  it.each([
    ['Stop', () => registry.get(id).lifecycle.stop()],
    ['Remove', () => registry.remove(id)],
    ['quit', () => registry.close()],
  ])('ends with %s, and opens nothing when the keychain responds', async (_act, end) => {
    await end()
    respond()
    await settle()
    expect(server.opened).toEqual([])
  })

  it('fails after its time, and opens nothing when the keychain responds', async () => {
    clock.advance(60_000)
    await settle()
    expect(registry.get(id).view().connection).toMatchObject({
      status: 'failed',
      failure: { code: 'preparation-timeout', waitedMs: 60_000 },
    })
    respond()
    await settle()
    expect(server.opened).toEqual([])
  })
})
