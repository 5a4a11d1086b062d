import { valueOfJson, type ServerConfig } from '@gatehouse/domain'
import type { AuditPlace, StoredAuditKey } from '@gatehouse/domain/audit'
import { expect, it } from 'vitest'
import { withAuditKey } from '../audit/audit-key.ts'
import type { AuditKeyStore, Backups, UnpackedBackup } from '../ports/index.ts'
import {
  createCountingIds,
  createEventRecorder,
  createManualClock,
  createMemoryVault,
} from '../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { createScriptedConsent } from '../testing/scripted-consent.ts'
import { BackupService } from './backup-service.ts'

const REF = 'audit-key/here'
const place = (record: number): AuditPlace => ({ record, hash: 'ab', at: 1 })
const presentKey = { secret: 'a'.repeat(64), begins: place(0), anchor: place(9) }

const server = {
  id: 's1',
  name: 'files',
  hue: 2,
  transport: {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'two words'],
    env: [
      { name: 'TOKEN', value: { kind: 'secret', ref: 'server/s1/token' } },
      { name: 'MODE', value: { kind: 'plain', value: 'fast\nPATH=/safe' } },
    ],
  },
} as unknown as ServerConfig

const unpacked: UnpackedBackup = {
  chats: 7,
  servers: [server],
  missing: ['s1'],
  providers: [],
  network: { proxy: 'system', authorities: null },
  permissions: 3,
  recordBegins: place(4),
}

function world(changes: Partial<Backups> = {}) {
  const done: string[] = []
  const stores = createInMemoryStores()
  const consent = createScriptedConsent('allow')
  const events = createEventRecorder()
  const clock = createManualClock()
  const keys = {
    use: () => undefined,
    create: () => ({ ...presentKey, secret: 'b'.repeat(64) }),
    head: () => place(9),
    holds: () => true,
  } satisfies AuditKeyStore
  const memory = createMemoryVault()
  memory.secrets.set(REF, JSON.stringify(presentKey))
  const { vault, auditKeys } = withAuditKey({ vault: memory, keys, profile: 'here', clock })
  const note = (what: string) => () => void done.push(what)
  const backups: Backups = {
    write: () => Promise.resolve(),
    read: (path) => Promise.resolve({ name: path, bytes: 1, madeAt: 2, app: '1' }),
    unpack: () => Promise.resolve(unpacked),
    discard: async () => void done.push('discard'),
    useUnpacked: note('use unpacked'),
    kept: () => ({ replacedAt: 3 }),
    useKept: note('use kept'),
    removeKept: () => Promise.resolve(),
    restart: note('restart'),
    ...changes,
  }
  const ids = createCountingIds()
  const service = new BackupService({
    stores,
    vault,
    events,
    clock,
    ids,
    consent,
    backups,
    auditKeys,
  })
  const stored = () =>
    (valueOfJson(memory.secrets.get(REF) ?? 'null') ?? null) as StoredAuditKey | null
  return { service, done, stores, consent, memory, vault, stored }
}

it('a restore is consented to with what its servers run, and the key of the record begins anew', async () => {
  const { service, done, consent, stored, stores, vault } = world()
  await service.choose('mine.backup')
  const preview = await service.unpack('secret words')
  expect(preview).toMatchObject({
    chats: { now: 0, restored: 7 },
    servers: [
      {
        name: 'files',
        // No value looks like a variable of its own.
        launch: 'npx -y "two words"\nTOKEN\nMODE="fast\\nPATH=/safe"',
        isHere: false,
      },
    ],
    secrets: [{ owner: 'files', count: 1 }],
  })
  expect(await service.restore()).toEqual({ outcome: 'restarting' })
  expect(consent.asked).toEqual([{ kind: 'restore', preview }])
  expect(done).toEqual(['discard', 'use unpacked', 'restart'])
  expect(stored()).toEqual({
    secret: 'b'.repeat(64),
    begins: place(4),
    anchor: place(4),
    aside: presentKey,
  })
  expect(stores.audit.list(1)).toMatchObject([{ kind: 'data-replaced' }])
  // The anchor of the data that are about to go is not written any more.
  await vault.set('provider/p/key', 'sk-1')
  expect(stored()?.anchor).toEqual(place(4))
})

it('nothing changes without consent', async () => {
  const { service, done, consent, stored } = world()
  consent.decision = 'cancel'
  await service.choose('mine.backup')
  await service.unpack('secret words')
  expect(await service.restore()).toEqual({ outcome: 'cancelled' })
  expect([done, stored()]).toEqual([['discard'], presentKey])
})

it('data that are put back get their key back', async () => {
  const { service, done, stored } = world()
  await service.choose('mine.backup')
  await service.unpack('secret words')
  await service.restore()
  await service.putBack()
  expect(done).toEqual(['discard', 'use unpacked', 'restart', 'use kept', 'restart'])
  expect(stored()).toMatchObject({ ...presentKey, aside: { secret: 'b'.repeat(64) } })
})

it('a restore that cannot be planned leaves the key as it was', async () => {
  const { service, stored, done } = world({
    useUnpacked() {
      throw new Error('The disk is full.')
    },
  })
  await service.choose('mine.backup')
  await service.unpack('secret words')
  await expect(service.restore()).rejects.toThrow('The disk is full.')
  expect(stored()).toMatchObject(presentKey)
  expect(done).not.toContain('restart')
})

it('what runs is cancelled, and one backup runs at a time', async () => {
  const { service } = world({
    write: (_path, _passphrase, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('cancelled'))),
      ),
  })
  const running = service.make('a', 'secret words')
  await expect(service.make('b', 'secret words')).rejects.toMatchObject({ code: 'backup/busy' })
  await service.cancel()
  await expect(running).rejects.toThrow('cancelled')
})
