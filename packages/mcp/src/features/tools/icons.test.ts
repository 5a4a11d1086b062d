import { NEVER_ABORTED } from '@gatehouse/base'
import { startFixtureHttpServer } from '@gatehouse/testkit'
import { afterEach, expect, it } from 'vitest'
import { createTestBench } from '../../../checks/testing/recorded-connection.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

it.each(['legacy', 'modern'] as const)(
  '%s: icons arrive, and none of a forbidden scheme',
  async (era) => {
    const icons = [{ src: 'javascript:alert(1)' }, { src: png, mimeType: 'image/png' }]
    const server = await startFixtureHttpServer({
      era,
      features: [],
      extend: (mcp) => {
        mcp.registerTool('drawn', { icons }, () => ({ content: [] }))
        mcp.registerPrompt('drawn', { icons }, () => ({ messages: [] }))
      },
    })
    const bench = await createTestBench()
    closers.push(
      () => server.close(),
      () => bench.close(),
    )
    const { connection } = await bench.open({ kind: 'http', url: server.url, headers: {} })
    const [tool] = await connection.listTools(NEVER_ABORTED)
    const [prompt] = await connection.listPrompts(NEVER_ABORTED)
    const kept = [{ src: png, mimeType: 'image/png' }]
    expect(tool?.icons).toEqual(kept)
    expect(prompt?.icons).toEqual(kept)
  },
)
