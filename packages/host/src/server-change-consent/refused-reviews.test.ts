import { serverDraftSchema } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createChatHarness } from '../testing/chat-harness.ts'
import {
  createImportHarness,
  DESKTOP,
  SECRET,
  importedServers,
  suggestedChoices,
} from '../testing/import-harness.ts'

const draft = serverDraftSchema.parse({
  name: 'notes',
  transport: {
    kind: 'stdio',
    command: 'node',
    args: [],
    env: [{ name: 'TOKEN', value: 'typed-secret', secret: true }],
  },
})

/**
 * @threat asks.abandoned-secrets
 * @attacker program
 * @tries To read secrets out of main’s memory that were typed or imported and never used.
 * @stoppedBy A review holds them until it is decided, refused, half an hour old, or without the page that began it.
 * @remains A text that is forgotten is in memory until the engine reuses its place.
 */
it('the secrets of a launch that nobody consented to are forgotten with the refusal', async () => {
  const harness = createChatHarness()
  const { host } = harness.build([])
  const { ask } = harness.consent
  const seen: string[] = []
  harness.consent.ask = async (request, signal, reveal) => {
    seen.push(reveal?.({ name: 'TOKEN' }) ?? '')
    return ask(request, signal, reveal)
  }
  harness.consent.decision = 'cancel'
  await host.serverChangeConsent.propose(draft)
  expect(seen).toEqual(['typed-secret'])
  expect(() => harness.consent.reveal?.({ name: 'TOKEN' })).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
  harness.consent.ask = (_request, _signal, reveal) => {
    harness.consent.reveal = reveal
    return Promise.reject(new Error('The window broke.'))
  }
  await expect(host.serverChangeConsent.propose(draft)).rejects.toThrow('broke')
  expect(() => harness.consent.reveal?.({ name: 'TOKEN' })).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
})

/** @threat asks.abandoned-secrets */
it('the filled-in launches of an import that nobody consented to are forgotten with the refusal', async () => {
  const { harness, host, imports, put } = createImportHarness()
  const env = { TOKEN: SECRET }
  put(DESKTOP, { mcpServers: { a: { command: 'node', env } } }, 'claude-desktop')
  const preview = await imports.open()
  harness.consent.decision = 'cancel'
  await host.serverChangeConsent.proposeImport(preview.id, suggestedChoices(preview), [])
  const serverId = importedServers(preview)[0]?.id ?? ''
  expect(() => harness.consent.reveal?.({ serverId, name: 'TOKEN' })).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
})
