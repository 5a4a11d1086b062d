import { NEVER_ABORTED } from '@gatehouse/base'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench } from './authorization-bench.ts'

const usual = process.env['GATEHOUSE_NIGHTLY'] === undefined ? 100 : 1000
/** A longer run: `GATEHOUSE_EXPIRIES=20000 npx vitest run` with the path of this file. */
const EXPIRIES = Number(process.env['GATEHOUSE_EXPIRIES'] ?? usual)

setFlagsFromString('--expose-gc')
// The flag only takes effect in a context that is made after it was set.
const collectGarbage: () => void = runInNewContext('gc')

it(
  `${EXPIRIES} expiries, each met by two calls at once, lose no sign-in and no session`,
  { timeout: 120_000 + EXPIRIES * 200 },
  async () => {
    const bench = await createAuthorizationBench({ era: 'legacy' }, onTestFinished)
    const connection = await bench.open()
    const tool = (await connection.listTools(NEVER_ABORTED)).find(({ name }) => name === 'echo')
    if (!tool) throw new Error('There is no echo.')
    const call = async (text: string): Promise<void> => {
      const given = { tool, arguments: { text }, onProgress: () => undefined }
      const { content } = await connection.callTool(given, NEVER_ABORTED)
      expect(JSON.stringify(content)).toContain(text)
    }
    for (let round = 0; round < EXPIRIES; round += 1) {
      // A platform request lets go of the connection's signal only when it is collected.
      if (round % 100 === 0) collectGarbage()
      bench.issuer.expireAll()
      await Promise.all([call(`one ${round}`), call(`other ${round}`)])
    }
    // One for the code, then exactly one for each expiry, with a refresh token that was never used before.
    const asked = bench.issuer.requests('/token').map(({ parameters }) => parameters)
    expect(asked).toHaveLength(1 + EXPIRIES)
    expect(new Set(asked.map((given) => given['refresh_token'])).size).toBe(1 + EXPIRIES)
    expect(bench.person.asked).toHaveLength(1)
    const { responses } = bench.server
    expect(
      responses.filter(({ method, status }) => method === 'initialize' && status === 200),
    ).toHaveLength(1)
    expect(
      responses.filter(({ tool: name, status }) => name === 'echo' && status === 200),
    ).toHaveLength(2 * EXPIRIES)
    proves('signin.kept.soak')
  },
)
