import { expect, it } from 'vitest'
import { createChatHarness, until } from '../testing/chat-harness.ts'
import type { SecretVault } from '../ports/index.ts'

/** Notes every use of a vault. */
function noteUses(vault: SecretVault): string[] {
  const uses: string[] = []
  const { get, set } = vault
  vault.get = (ref) => {
    uses.push(`get ${ref}`)
    return get(ref)
  }
  vault.set = (ref, secret) => {
    uses.push(`set ${ref}`)
    return set(ref, secret)
  }
  return uses
}

it('a start reads and keeps no secret, and the first use tidies up what a kill left', async () => {
  const harness = createChatHarness()
  harness.vault.secrets.set('unfinished-changes/test', '["server/gone/env/TOKEN/1"]')
  harness.vault.secrets.set('server/gone/env/TOKEN/1', 'typed')
  const uses = noteUses(harness.vault)
  const { host } = harness.build([])
  await host.start()
  for (let round = 0; round < 100; round += 1) await Promise.resolve()
  expect(uses).toEqual([])
  await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: 'sk-one' },
    { models: [{ id: 'm' }] },
  )
  await until(() => harness.vault.secrets.size === 1)
  expect([...harness.vault.secrets.values()]).toEqual(['sk-one'])
})
