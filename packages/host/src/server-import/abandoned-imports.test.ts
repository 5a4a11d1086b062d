import { expect, it } from 'vitest'
import {
  createImportHarness,
  DESKTOP,
  SECRET,
  importedServers,
  suggestedChoices,
} from '../testing/import-harness.ts'

const HALF_AN_HOUR = 30 * 60_000

function importing() {
  const bench = createImportHarness()
  const env = { TOKEN: SECRET }
  bench.put(DESKTOP, { mcpServers: { a: { command: 'node', env } } }, 'claude-desktop')
  return bench
}

/** @threat asks.abandoned-secrets */
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

/** @threat asks.abandoned-secrets */
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
