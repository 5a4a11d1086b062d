import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../checks/testing/scripted-server.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

/**
 * @threat facts.of-itself
 * @attacker server
 * @tries To hold main and the window with megabytes of instructions, names and capabilities, sent again with each of
 * its responses.
 * @stoppedBy They are cut to 64 KB when the connection opens, in words in the log; its responses are sent apart from
 * them and at most once a second.
 */
test('server info is cut to what can be shown, and the log says so', async () => {
  const body = `
    if (message.method !== 'initialize') return next()
    reply({
      protocolVersion: '2025-11-25',
      capabilities: {
        experimental: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => ['e' + i, {}])),
        tools: { listChanged: true },
      },
      serverInfo: { name: 'n'.repeat(1_000_000), title: 't'.repeat(1_000_000), version: 'v'.repeat(1000) },
      instructions: 'i'.repeat(5_000_000),
    })`
  const { connection, recording } = await bench.open(stdioTarget(scriptedServer(body)))
  const { info } = connection
  expect(info.serverName).toBe('n'.repeat(512))
  expect(info.serverTitle).toBe('t'.repeat(512))
  expect(info.serverVersion).toBe('v'.repeat(512))
  expect(info.instructions).toBe('i'.repeat(65_536))
  expect(info.capabilities).toEqual({ tools: { listChanged: true } })
  expect(JSON.stringify(info).length).toBeLessThan(70_000)
  const logged = recording.logs.map(({ text }) => text).join('\n')
  expect(logged).toContain(
    'Only 65,536 of 5,000,000 characters of the server’s instructions are kept',
  )
  expect(logged).toContain('left out (1, "experimental" among them)')
})

test('a server whose facts are of a usual size keeps all of them, and the log is quiet', async () => {
  const { connection, recording } = await bench.open(stdioTarget(scriptedServer('next()')))
  expect(connection.info).toMatchObject({
    serverName: 'scripted',
    serverVersion: '1.0.0',
    capabilities: { tools: { listChanged: true } },
  })
  expect(recording.logs.filter(({ level }) => level === 'warning')).toEqual([])
})
