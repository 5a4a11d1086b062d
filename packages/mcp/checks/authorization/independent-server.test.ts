import { startReferenceServer } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench } from './authorization-bench.ts'

it(
  'server-everything behind a sign-in is used through expiries, more access and a restart',
  { timeout: 60_000 },
  async () => {
    const everything = await startReferenceServer()
    onTestFinished(() => everything.close())
    const bench = await createAuthorizationBench(
      { server: { target: everything.url, toolScopes: { 'get-sum': 'numbers:add' } } },
      onTestFinished,
    )
    const call = async (connection: Awaited<ReturnType<typeof bench.open>>, name: string) => {
      const { signal } = new AbortController()
      const tool = (await connection.listTools(signal)).find((one) => one.name === name)
      if (!tool) throw new Error(`There is no ${name}.`)
      return async (given: Record<string, string | number>): Promise<string> => {
        const asked = { tool, arguments: given, onProgress: () => undefined }
        return JSON.stringify((await connection.callTool(asked, signal)).content)
      }
    }
    const connection = await bench.open()
    expect(connection.info.era).toBe('legacy')
    const echo = await call(connection, 'echo')
    bench.issuer.expireAll()
    const texts = Array.from({ length: 20 }, (_, at) => `call ${at}.`)
    const results = await Promise.all(texts.map((message) => echo({ message })))
    for (const [at, text] of results.entries()) expect(text).toContain(`call ${at}.`)
    expect(bench.issuer.requests('/token')).toHaveLength(2)

    const sum = await call(connection, 'get-sum')
    expect(await sum({ a: 20, b: 22 })).toContain('42')
    expect(bench.person.asked.map(({ isMore, scopes }) => ({ isMore, scopes }))).toEqual([
      { isMore: false, scopes: [] },
      { isMore: true, scopes: ['numbers:add'] },
    ])
    const { responses } = bench.server
    const done = responses.filter(({ status }) => status === 200)
    expect(done.filter(({ tool }) => tool === 'get-sum')).toHaveLength(1)
    expect(done.filter(({ tool }) => tool === 'echo')).toHaveLength(20)
    expect(done.filter(({ method }) => method === 'initialize')).toHaveLength(1)

    await connection.close()
    const again = await call(await bench.open(true), 'echo')
    expect(await again({ message: 'after a restart' })).toContain('after a restart')
    expect(bench.person.asked).toHaveLength(2)
    proves('signin.kept.independent')
  },
)
