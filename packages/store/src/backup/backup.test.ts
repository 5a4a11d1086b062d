import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '@gatehouse/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../file/database.ts'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleAuditRecord, sampleConversation } from '../sample-records.ts'
import { readBackupHead, unpackBackup } from './unpack-backup.ts'
import { writeBackup } from './write-backup.ts'

const PASSPHRASE = 'correct horse battery'
const CERTIFICATES = 'a'.repeat(64)

let root: string
let data: string
let target: string
let stores: OpenedStores
let blob: string

let all: string
/** A backup of the data, for tests that damage it. */
let whole: Buffer

beforeAll(async () => {
  all = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
  data = join(all, 'data')
  target = join(all, 'whole.backup')
  stores = openStores({ file: join(data, 'gatehouse.db') })
  stores.conversations.save({ ...sampleConversation('c1'), title: 'Harbour' })
  stores.audit.append(sampleAuditRecord('a1', { at: 1 }))
  const kept = { encoding: 'bytes', data: Buffer.alloc(200_000, 'harbour'), mimeType: '' } as const
  blob = (await stores.blobs.put(kept)).hash
  mkdirSync(join(data, 'authorities'))
  writeFileSync(join(data, 'authorities', `${CERTIFICATES}.pem`), 'PEM')
  stores.settings.save({
    ...defaultSettings,
    network: {
      proxy: 'none',
      authorities: {
        name: 'own.pem',
        file: `/elsewhere/authorities/${CERTIFICATES}.pem`,
        certificates: [{ subject: 's', issuer: 'i', validFrom: 0, validTo: 1, fingerprint: 'ab' }],
      },
    },
  })
  await make()
  whole = readFileSync(target)
})
beforeEach(() => {
  root = mkdtempSync(join(all, 'test-'))
  target = join(root, 'mine.backup')
})
afterAll(() => {
  stores.close()
  rmSync(all, { recursive: true, force: true })
})

const make = (changes: { file?: string } = {}) =>
  writeBackup(
    {
      file: join(data, 'gatehouse.db'),
      target,
      partial: `${target}.part`,
      passphrase: PASSPHRASE,
      app: '1.2.3',
      madeAt: 1000,
      cost: 2 ** 10,
      ...changes,
    },
    { work: join(data, 'backup-work') },
  )

const restored = () => join(root, 'restored')
const unpack = (passphrase = PASSPHRASE) =>
  unpackBackup({
    path: target,
    passphrase,
    folder: restored(),
    usedIn: '/new',
    record: sampleAuditRecord('restore', { at: 2, kind: 'backup-restored' }),
  })

it('a backup of data in use brings back chats, files and certificates, and begins the record anew', async () => {
  await make()
  // Not in it: written after the copy was made.
  stores.conversations.save(sampleConversation('c2'))
  expect(await readBackupHead(target)).toEqual({
    bytes: statSync(target).size,
    madeAt: 1000,
    app: '1.2.3',
  })
  const found = await unpack()
  stores.conversations.remove('c2')
  expect(found).toMatchObject({ folder: data, chats: 1, permissions: 0, servers: [] })
  expect(found.network.authorities?.file).toBe(join('/new', 'authorities', `${CERTIFICATES}.pem`))
  expect(found.recordBegins).toMatchObject({ record: 2, at: 2 })
  const other = openStores({ file: join(restored(), 'gatehouse.db') })
  expect(other.conversations.list().map(({ title }) => title)).toEqual(['Harbour'])
  expect(Buffer.from(await other.blobs.read(blob)).equals(Buffer.alloc(200_000, 'harbour'))).toBe(
    true,
  )
  expect(await other.audit.check()).toMatchObject({ fault: null, records: 2, restored: 2 })
  // The key of this computer begins with the record of the restore; what the other one signed is not its fault.
  other.auditKey.use({ ...other.auditKey.create(), begins: found.recordBegins })
  other.audit.append(sampleAuditRecord('after', { at: 3 }))
  expect(await other.audit.check()).toMatchObject({ fault: null, restored: 2 })
  other.close()
  expect(readFileSync(join(restored(), 'authorities', `${CERTIFICATES}.pem`), 'utf8')).toBe('PEM')
  expect(readdirSync(root).toSorted()).toEqual(['mine.backup', 'restored'])
  expect(existsSync(join(data, 'backup-work'))).toBe(false)
})

it('nothing of a chat can be read in the file, and nobody else may open it', async () => {
  await make()
  expect(readFileSync(target).includes('Harbour')).toBe(false)
  expect(statSync(target).mode & 0o077).toBe(0)
})

describe('a file that is no whole backup', () => {
  beforeEach(() => writeFileSync(target, whole))

  const refused = async (code: string, passphrase?: string) => {
    await expect(unpack(passphrase)).rejects.toMatchObject({ code })
    expect(existsSync(restored())).toBe(false)
    expect(stores.conversations.get('c1')?.title).toBe('Harbour')
  }
  const change = (at: number) => {
    const bytes = readFileSync(target)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(target, bytes)
  }
  const headEnd = () => readFileSync(target).indexOf('\n')
  const editHead = (from: RegExp, to: string) => {
    const bytes = readFileSync(target)
    const end = headEnd()
    const head = bytes.subarray(0, end).toString().replace(from, to)
    writeFileSync(target, Buffer.concat([Buffer.from(head), bytes.subarray(end)]))
  }

  it('says so for a wrong passphrase', () =>
    refused('backup/wrong-passphrase', 'correct horse batter'))

  it.each([1, 16, 65_552, 150_000])('says that %i bytes of its end are missing', async (bytes) => {
    truncateSync(target, statSync(target).size - bytes)
    await refused('backup/cut-off')
  })

  it('says that the head alone is cut off', async () => {
    truncateSync(target, headEnd() + 1)
    await refused('backup/cut-off')
  })

  /**
   * @threat record.forged-backup
   * @attacker program
   * @tries To change, cut, reorder or add parts of a backup, so that a restore brings other servers or permissions.
   * @stoppedBy Each chunk is authenticated with its number, the head and being the last one; nothing is used before
   * the last chunk was read. The consent window shows what the restored servers run.
   * @remains whoever knows the passphrase can make any backup
   */
  it('says that it was changed, wherever that is', async () => {
    const end = headEnd()
    for (const at of [end + 1, end + 70_000, statSync(target).size - 1]) {
      change(at)
      await refused('backup/damaged')
      change(at)
    }
    const bytes = readFileSync(target)
    const chunk = 64 * 1024 + 16
    const first = bytes.subarray(end + 1, end + 1 + chunk)
    const second = bytes.subarray(end + 1 + chunk, end + 1 + 2 * chunk)
    const rest = bytes.subarray(end + 1 + 2 * chunk)
    writeFileSync(target, Buffer.concat([bytes.subarray(0, end + 1), second, first, rest]))
    await refused('backup/damaged')
    writeFileSync(target, Buffer.concat([bytes, Buffer.from('more')]))
    await refused('backup/damaged')
    writeFileSync(target, bytes)
    editHead(/"madeAt":\d+/, '"madeAt":999')
    await refused('backup/damaged')
  })

  it('says that a newer version made it', async () => {
    editHead(/"format":1/, '"format":2')
    await refused('backup/newer')
  })

  it('says that a newer version wrote its data', async () => {
    const other = join(root, 'newer')
    const file = join(other, 'gatehouse.db')
    openStores({ file }).close()
    const database = openDatabase(file)
    database.execute('PRAGMA user_version = 9999')
    database.close()
    await make({ file })
    await refused('backup/newer')
  })

  /** @threat record.forged-backup */
  it('does not let a head ask for all memory of the computer', async () => {
    editHead(/"cost":\d+/, '"cost":1073741824')
    await refused('backup/damaged')
  })

  it('says that any other file is none', async () => {
    for (const text of ['', 'hello', '{"a":1}\n', 'x'.repeat(10_000), '[1]\n']) {
      writeFileSync(target, text)
      await refused('backup/not-a-backup')
    }
    rmSync(target)
    await refused('backup/not-read')
  })
})

it('a place that cannot be written to leaves nothing behind', async () => {
  target = join(root, 'missing', 'mine.backup')
  await expect(make()).rejects.toMatchObject({ code: 'backup/not-written' })
  expect(existsSync(join(data, 'backup-work'))).toBe(false)
  // Nothing that was there before is removed.
  target = join(root, 'old.backup')
  writeFileSync(target, 'old')
  writeFileSync(`${target}.part`, 'of another one')
  await expect(make()).rejects.toMatchObject({ code: 'backup/not-written' })
  expect(readFileSync(target, 'utf8')).toBe('old')
  expect(readFileSync(`${target}.part`, 'utf8')).toBe('of another one')
})
