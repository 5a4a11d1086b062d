import { NEVER_ABORTED } from '@gatehouse/base'
import { executionAsyncResource } from 'node:async_hooks'
import { fixtureServerCommand, startFixtureHttpServer } from '@gatehouse/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createTestBench, stdioTarget } from '../../../checks/testing/recorded-connection.ts'
import { defineAsyncScope } from './async-scope.ts'

const numberScope = defineAsyncScope<number>()

test('a value holds in its work and all that comes of it, and for its owner only', async () => {
  const one = numberScope()
  const other = numberScope()
  const seen = await one.run(1, async () => {
    await Promise.resolve()
    const inner = other.run(2, () => [one.current(), other.current()])
    return [one.current(), other.current(), ...inner]
  })
  expect(seen).toEqual([1, undefined, undefined, 2])
  expect(one.current()).toBeUndefined()
})

/** Storages that every promise passes on; Node 24 passes them on as one. */
const passedOn = () => Object.getOwnPropertySymbols(executionAsyncResource()).length

test('connections that were opened and closed cost later promises nothing', async () => {
  const bench = await createTestBench()
  onTestFinished(() => bench.close())
  const server = await startFixtureHttpServer({ era: 'modern' })
  onTestFinished(() => server.close())
  const openBoth = async () => {
    const http = { kind: 'http', url: server.url, headers: {} } as const
    const local = stdioTarget(fixtureServerCommand({ features: ['echo'] }))
    for (const target of [http, local]) {
      const { connection } = await bench.open(target)
      const [tool] = await connection.listTools(NEVER_ABORTED)
      if (!tool) throw new Error('There is no tool.')
      const call = { tool, arguments: { text: 'x', a: 1, b: 2 }, onProgress: () => undefined }
      await connection.callTool(call, NEVER_ABORTED)
      await connection.close()
    }
  }
  await openBoth()
  const after = passedOn()
  await openBoth()
  await openBoth()
  expect(passedOn()).toBe(after)
})
