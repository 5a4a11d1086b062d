import { withAuditKey } from '@gatehouse/host'
import type { SecretVault } from '@gatehouse/host/ports'
import { openStores } from '@gatehouse/store'
import { createSecretVault } from '@gatehouse/vault'

/**
 * A program for signed-record.test.ts: the app's own record and vault, put together as in `compose.ts`. Its arguments
 * are the file of the record and the profile. The parent process calls it by messages `{ id, method, args }`.
 */
const [file = '', profile = ''] = process.argv.slice(2)

let now = Date.now()

const stores = openStores({ file })
const opening = createSecretVault({ service: 'gatehouse-test', operationTimeoutMs: 3000 }).then(
  (vault) =>
    withAuditKey({ vault, keys: stores.auditKey, profile, clock: { now: () => now } }).vault,
)

const methods = {
  append(_vault: SecretVault, id: string) {
    stores.audit.append({
      id,
      at: Date.now(),
      kind: 'tool-call',
      serverId: 's1',
      serverName: 'Files',
      serverHue: 3,
      conversationId: 'c1',
      entryId: 'e1',
      subject: 'read_file',
      decision: 'allow-once',
      edited: false,
      outcome: 'done',
      durationMs: 1,
    })
  },
  check: () => stores.audit.check(),
  get: (vault: SecretVault, ref: string) => vault.get(ref),
  set: (vault: SecretVault, ref: string, secret: string) => vault.set(ref, secret),
  state: (vault: SecretVault) => vault.state(),
  probe: (vault: SecretVault) => vault.probe(),
  wait(_vault: SecretVault, ms: string) {
    now += Number(ms)
  },
}

export type Method = keyof typeof methods

interface Call {
  id: number
  method: Method
  args: [string, string]
}

process.on('message', ({ id, method, args: [first, second] }: Call) => {
  void opening
    .then((vault): unknown => methods[method](vault, first, second))
    .then((value) => process.send?.({ id, value: value ?? null }))
})
process.on('disconnect', () => {
  stores.close()
  process.exit(0)
})
