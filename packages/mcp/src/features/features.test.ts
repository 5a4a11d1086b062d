import { NEVER_ABORTED } from '@gatehouse/base'
import { fixtureServerCommand, startFixtureHttpServer, type FixtureEra } from '@gatehouse/testkit'
import type { Connection } from '@gatehouse/host/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBench,
  type Recording,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'

let bench: TestBench
const closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

async function connect(
  transport: 'stdio' | 'http',
  era: FixtureEra,
): Promise<{ connection: Connection; recording: Recording }> {
  if (transport === 'stdio')
    return bench.open({ kind: 'stdio', ...fixtureServerCommand({ era }), env: {}, cwd: undefined })
  const server = await startFixtureHttpServer({ era })
  closers.push(() => server.close())
  return bench.open({ kind: 'http', url: server.url, headers: {} })
}

const variants = (['stdio', 'http'] as const).flatMap((transport) =>
  (['legacy', 'modern'] as const).map((era) => ({ transport, era })),
)

describe.each(variants)('prompts and resources over $transport, $era', ({ transport, era }) => {
  it('lists, gets, reads and completes', async () => {
    const { connection } = await connect(transport, era)
    const prompts = await connection.listPrompts(NEVER_ABORTED)
    expect(prompts.map((prompt) => prompt.name)).toEqual(expect.arrayContaining(['greet', 'daily']))
    const greet = prompts.find((prompt) => prompt.name === 'greet')
    const given = Object.fromEntries(
      (greet?.arguments ?? []).map((argument) => [argument.name, 'x']),
    )
    const result = await connection.getPrompt({ name: 'greet', arguments: given }, NEVER_ABORTED)
    expect(result.messages[0]?.content.type).toBe('text')
    const resources = await connection.listResources(NEVER_ABORTED)
    const first = resources[0]
    expect(first).toBeDefined()
    const reading = await connection.readResource(first?.uri ?? '', NEVER_ABORTED)
    expect(reading.contents.length).toBeGreaterThan(0)
    const templates = await connection.listResourceTemplates(NEVER_ABORTED)
    expect(templates[0]?.uriTemplate).toContain('{')
    const argument = greet?.arguments?.[0]?.name ?? ''
    const completion = await connection.complete(
      {
        ref: { type: 'ref/prompt', name: 'greet' },
        argument: { name: argument, value: '' },
        context: {},
      },
      NEVER_ABORTED,
    )
    expect(completion.values.length).toBeGreaterThan(0)
  })

  it('says in the server’s words why a prompt or a resource is refused', async () => {
    const { connection } = await connect(transport, era)
    await expect(
      connection.getPrompt({ name: 'no-such-prompt', arguments: {} }, NEVER_ABORTED),
    ).rejects.toMatchObject({ code: 'request/refused' })
    await expect(connection.readResource('fixture://nowhere', NEVER_ABORTED)).rejects.toMatchObject(
      {
        code: 'request/refused',
      },
    )
  })

  it('ends a request that is cancelled, and reports it', async () => {
    const { connection } = await connect(transport, era)
    const controller = new AbortController()
    controller.abort()
    await expect(connection.listPrompts(controller.signal)).rejects.toMatchObject({
      code: 'request/cancelled',
    })
  })
})
