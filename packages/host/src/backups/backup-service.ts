import { NEVER_ABORTED } from '@gatehouse/base'
import { GatehouseError, type ServerConfig } from '@gatehouse/domain'
import type { BackupFile, BackupProgress, KeptData, RestorePreview } from '@gatehouse/domain/backup'
import type { HostDependencies } from '../dependencies.ts'
import { newRecord } from '../new-record.ts'
import type { BackupWork, UnpackedBackup } from '../ports/index.ts'
import {
  secretsOfNetwork,
  secretsOfProvider,
  secretsOfServer,
} from '../secret-inventory/secret-subjects.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'vault' | 'events' | 'clock' | 'ids' | 'consent' | 'backups' | 'auditKeys'
>

/** Writes all data to an encrypted file, and puts such a file in the place of the present data. */
export class BackupService {
  readonly #deps: Dependencies
  #running: AbortController | undefined
  #chosen: { path: string; file: BackupFile } | undefined
  #unpacked: { data: UnpackedBackup; preview: RestorePreview } | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects with `backup/busy`, `backup/cancelled`, `backup/not-written`, `store/…`. */
  async make(path: string, passphrase: string): Promise<void> {
    await this.#run('writing', (work) => this.#deps.backups.write(path, passphrase, work))
  }

  /** Reads the head of a file, which is the one to unpack from then on. Rejects with `backup/…`. */
  async choose(path: string): Promise<BackupFile> {
    const file = await this.#deps.backups.read(path)
    this.#chosen = { path, file }
    return file
  }

  /** Unpacks the chosen file beside the present data. Rejects with `backup/…`, `store/…`. */
  async unpack(passphrase: string): Promise<RestorePreview> {
    const chosen = this.#chosen
    if (!chosen) throw notChosen()
    const { backups } = this.#deps
    this.#unpacked = undefined
    const record = newRecord(this.#deps, {
      kind: 'backup-restored',
      subject: chosen.file.name,
      by: { kind: 'person' },
    })
    const data = await this.#run('reading', async (work) => {
      await backups.discard()
      return backups.unpack({ path: chosen.path, passphrase, record }, work)
    })
    const preview = await this.#previewOf(chosen.file, data)
    this.#unpacked = { data, preview }
    return preview
  }

  /**
   * Puts the unpacked data in the place of the present ones, once the person consents, and restarts the app.
   * Rejects with `backup/not-chosen`, `backup/keychain-locked`, `backup/not-replaced`, `consent/too-many`.
   */
  async restore(): Promise<{ outcome: 'restarting' | 'cancelled' }> {
    const unpacked = this.#unpacked
    if (!unpacked) throw notChosen()
    const { backups, consent, auditKeys } = this.#deps
    const { preview, data } = unpacked
    const decision = await consent.ask({ kind: 'restore', preview }, NEVER_ABORTED)
    if (decision === 'cancel') return { outcome: 'cancelled' }
    await auditKeys.begin(data.recordBegins)
    await this.#replace(() => backups.useUnpacked())
    return { outcome: 'restarting' }
  }

  /** Cancels running work, and removes what was unpacked. */
  async cancel(): Promise<void> {
    this.#running?.abort()
    this.#chosen = undefined
    this.#unpacked = undefined
    await this.#deps.backups.discard()
  }

  kept(): KeptData | null {
    return this.#deps.backups.kept()
  }

  /** Puts the replaced data back, and restarts the app. Rejects as `restore` does. */
  async putBack(): Promise<void> {
    if (!this.kept()) throw notChosen()
    await this.#deps.auditKeys.exchange()
    await this.#replace(() => this.#deps.backups.useKept())
  }

  removeKept(): Promise<void> {
    return this.#deps.backups.removeKept()
  }

  async #replace(use: () => void): Promise<void> {
    const { stores, backups, auditKeys } = this.#deps
    try {
      use()
    } catch (error) {
      await auditKeys.exchange()
      throw error
    }
    const record = newRecord(this.#deps, { kind: 'data-replaced', by: { kind: 'person' } })
    stores.audit.append(record)
    backups.restart()
  }

  async #run<T>(step: BackupProgress['step'], work: (by: BackupWork) => Promise<T>): Promise<T> {
    if (this.#running) throw new GatehouseError('backup/busy', 'Another backup is being processed.')
    const running = new AbortController()
    this.#running = running
    try {
      return await work({
        signal: running.signal,
        onProgress: (part) => this.#deps.events.emit('backup.progress', { step, part }),
      })
    } finally {
      this.#running = undefined
    }
  }

  async #previewOf(file: BackupFile, data: UnpackedBackup): Promise<RestorePreview> {
    const { stores } = this.#deps
    const { servers, providers, network, permissions } = data
    const { proxy } = network
    return {
      file,
      chats: { now: stores.conversations.list().length, restored: data.chats },
      servers: servers.map((config) => ({
        name: config.name,
        hue: config.hue,
        launch: launchLines(config),
        isHere: !data.missing.includes(config.id),
      })),
      providers: providers.map(({ name, baseUrl }) => ({ name, baseUrl })),
      proxy: typeof proxy === 'object' ? proxy.url : '',
      permissions,
      secrets: await this.#missingSecrets(data),
    }
  }

  /** Secrets that the data names and the keychain does not have. A sign-in is offered when it is needed. */
  async #missingSecrets({ servers, providers, network }: UnpackedBackup) {
    const owners = [
      ...servers.map((one) => ({ owner: one.name, secrets: secretsOfServer(one) })),
      ...providers.map((one) => ({ owner: one.name, secrets: secretsOfProvider(one) })),
      { owner: '', secrets: secretsOfNetwork(network) },
    ]
    const found: RestorePreview['secrets'] = []
    for (const { owner, secrets } of owners) {
      const refs = secrets.filter(({ subject }) => subject.kind !== 'sign-in').map(({ ref }) => ref)
      const presences = await this.#deps.vault.presenceOf(refs)
      const count = presences.filter((presence) => presence === 'absent').length
      if (count > 0) found.push({ owner, count })
    }
    return found
  }
}

/** A launch as a person reads it; secrets by their names alone. */
function launchLines({ transport }: ServerConfig): string {
  const isStdio = transport.kind === 'stdio'
  const first = isStdio
    ? [transport.command, ...transport.args].map(quoted).join(' ')
    : quoted(transport.url)
  const values = isStdio ? transport.env : transport.headers
  const lines = values.map(({ name, value }) =>
    value.kind === 'secret' ? quoted(name) : `${quoted(name)}=${quoted(value.value)}`,
  )
  const folder = isStdio && transport.cwd !== undefined ? [`cwd ${quoted(transport.cwd)}`] : []
  return [first, ...folder, ...lines].join('\n')
}

/** One line, of which no value can make two. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./?&#~-]+$/.test(word) ? word : JSON.stringify(word)

const notChosen = () =>
  new GatehouseError('backup/not-chosen', 'No backup is waiting. Choose the file again.')
