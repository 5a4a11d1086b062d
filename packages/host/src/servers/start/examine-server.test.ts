import { serverDraftSchema } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { createScriptedServer, createTestRegistry } from '../../testing/registry-harness.ts'

const transport = {
  kind: 'stdio',
  command: 'node',
  args: ['server.js'],
  env: [{ name: 'API_KEY', value: 'hunter2-hunter2', secret: true }],
} as const

test('an examination starts nothing, and tells what the last start printed without its secrets', async () => {
  const server = createScriptedServer()
  const registry = createTestRegistry(server)
  const review = await registry.review(serverDraftSchema.parse({ name: 'files', transport }))
  const { config } = await registry.save(review.id, false)
  expect((await registry.examine(config.id)).start).toBeNull()
  expect(server.opened).toHaveLength(0)

  registry.get(config.id).lifecycle.start()
  await expect.poll(() => registry.get(config.id).lifecycle.state.status).toBe('ready')
  const line = {
    at: 1,
    source: 'stderr',
    level: 'info',
    text: 'the key is hunter2-hunter2',
  } as const
  server.opened[0]?.listener.onLog(line)
  const { start, launch } = await registry.examine(config.id)
  expect(start?.printed).toBe(1)
  expect(start?.first[0]).toContain('the key is')
  expect(start?.first[0]).not.toContain('hunter2')
  expect(start?.endedAt).toBeTypeOf('number')
  expect(launch).not.toBeNull()
})

test('an examination of a server that is gone says so', () => {
  const registry = createTestRegistry(createScriptedServer())
  expect(() => registry.examine('none')).toThrow('This server no longer exists.')
})
