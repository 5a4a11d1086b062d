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
import { createManualClock } from '../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'

const HALF_AN_HOUR = 30 * 60_000
const draft = serverDraftSchema.parse({
  name: 'notes',
  transport: {
    kind: 'stdio',
    command: 'node',
    args: [],
    env: [{ name: 'TOKEN', value: 'typed-secret', secret: true }],
  },
})

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
  await host.proposals.propose(draft)
  expect(seen).toEqual(['typed-secret'])
  expect(() => harness.consent.reveal?.({ name: 'TOKEN' })).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
  harness.consent.ask = (_request, _signal, reveal) => {
    harness.consent.reveal = reveal
    return Promise.reject(new Error('The window broke.'))
  }
  await expect(host.proposals.propose(draft)).rejects.toThrow('broke')
  expect(() => harness.consent.reveal?.({ name: 'TOKEN' })).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
})

it('a launch review that nobody finishes is forgotten when its time is over, not when another is begun', async () => {
  const time = createManualClock()
  // A clock that stands still: what the review says about its age cannot end it here.
  const clock = { ...time, now: () => 1 }
  const registry = createTestRegistry(createScriptedServer(), { clock })
  const review = await registry.review(draft)
  time.advance(HALF_AN_HOUR - 1)
  expect(registry.revealValue(review.id, 'TOKEN')).toBe('typed-secret')
  time.advance(1)
  expect(() => registry.revealValue(review.id, 'TOKEN')).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
})

function importing() {
  const bench = createImportHarness()
  const env = { TOKEN: SECRET }
  bench.put(DESKTOP, { mcpServers: { a: { command: 'node', env } } }, 'claude-desktop')
  return bench
}

it('the filled-in launches of an import that nobody consented to are forgotten with the refusal', async () => {
  const { harness, host, imports } = importing()
  const preview = await imports.open()
  harness.consent.decision = 'cancel'
  await host.proposals.proposeImport(preview.id, suggestedChoices(preview), [])
  const serverId = importedServers(preview)[0]?.id ?? ''
  expect(() => harness.consent.reveal?.({ serverId, name: 'TOKEN' })).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
})

it('an import that is closed is forgotten, secrets included, and no other one', async () => {
  const { imports } = importing()
  const other = await imports.open()
  const preview = await imports.open()
  const review = await imports.review(preview.id, suggestedChoices(preview), [])
  const serverId = importedServers(preview)[0]?.id ?? ''
  const shown = { reviewId: review.id, serverId, name: 'TOKEN' }
  expect(imports.revealValue(preview.id, shown)).toBe(SECRET)
  imports.close(preview.id)
  expect(imports.readText(other.id, '{}').id).toBe(other.id)
  expect(() => imports.revealValue(preview.id, shown)).toThrow(
    expect.objectContaining({ code: 'import/over' }),
  )
  expect(() => imports.readText(preview.id, '{}')).toThrow(
    expect.objectContaining({ code: 'import/over' }),
  )
})

it('an import that nobody finishes is forgotten after half an hour without a step', async () => {
  const { harness, imports } = importing()
  const preview = await imports.open()
  harness.clock.advance(HALF_AN_HOUR - 1)
  imports.readText(preview.id, '{}')
  harness.clock.advance(HALF_AN_HOUR - 1)
  imports.readText(preview.id, '{}')
  harness.clock.advance(HALF_AN_HOUR)
  expect(() => imports.readText(preview.id, '{}')).toThrow(
    expect.objectContaining({ code: 'import/over' }),
  )
})
