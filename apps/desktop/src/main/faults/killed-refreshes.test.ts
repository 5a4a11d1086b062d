import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  bundlePackage,
  startAuthorizationServer,
  startFixtureHttpServer,
  startKeyring,
  startProtectedServer,
  visitPage,
  type AuthorizationServer,
  type Keyring,
  type PackageBundle,
  type RefreshStage,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const isNightly = process.env['GATEHOUSE_NIGHTLY'] !== undefined
/** `any`: at any time; `used`: when the server is called with a new token; else: at a stage of a refresh. */
const MOMENTS = ['any', 'asked', 'given', 'sent', 'used'] as const
/** A longer run: `GATEHOUSE_KILLS=500 npx vitest run` with the path of this file. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? (isNightly ? 100 : MOMENTS.length))
/** Lower limit of lost and of stored responses in a run, far below the usual number. */
const SEEN = Math.floor(KILLS / 25)
const RESTARTS = isNightly ? 20 : 4

let program: PackageBundle
let keyring: Keyring

beforeAll(async () => {
  const entry = new URL('./killed-refresh.ts', import.meta.url)
  ;[program, keyring] = await Promise.all([bundlePackage(entry, ['keytar']), startKeyring()])
}, 120_000)
afterAll(async () => {
  program.dispose()
  await keyring.stop()
})

/** A server whose every token serves for one call, and the issuer of them. */
interface Guarded {
  id: string
  url: string
  issuer: AuthorizationServer
  /** Called when a token is used. */
  onUse: (() => void) | undefined
}

async function startGuarded(
  id: string,
  refreshTokens: 'rotate' | 'rotate-with-grace',
): Promise<Guarded> {
  const issuer = await startAuthorizationServer({ refreshTokens })
  const guarded: Guarded = { id, url: '', issuer, onUse: undefined }
  const behind = await startFixtureHttpServer({
    era: 'modern',
    features: [],
    extend: (server) =>
      void server.registerTool('spend', {}, () => {
        issuer.expireAll()
        guarded.onUse?.()
        return { content: [] }
      }),
  })
  const server = await startProtectedServer({ target: behind.url, authorization: issuer })
  onTestFinished(async () => {
    await Promise.all([server.close(), behind.close(), issuer.close()])
  })
  return Object.assign(guarded, { url: server.url })
}

interface Run {
  child: ChildProcess
  /** The refresh token that was in the keychain when it started. */
  kept: string
  /** Another one was given in its place, and did not get there. */
  isSuperseded: boolean
  asked: number
  called: number
  /** Resolves after the first call. */
  isUsed: Promise<void>
  over: Promise<void>
}

/** Starts the program; its person agrees at once. */
function start({ id, url, issuer }: Guarded, calls = 0): Run {
  const child = spawn(process.execPath, [program.file, id, url, String(calls)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...keyring.env,
      NODE_PATH: fileURLToPath(
        new URL('../../../../../packages/vault/node_modules', import.meta.url),
      ),
    },
  })
  const lines = createInterface(child.stdout)
  let onUsed = (): void => undefined
  let onProblem = (_error: Error): void => undefined
  const isUsed = new Promise<void>((resolve, reject) => ([onUsed, onProblem] = [resolve, reject]))
  const over = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(() => {
    onProblem(new Error('The program ended before its first call.'))
  })
  isUsed.catch(() => undefined)
  const run: Run = { child, kept: '', isSuperseded: false, asked: 0, called: 0, isUsed, over }
  lines.on('line', (line) => {
    const [word, value = ''] = line.split(' ')
    if (word === 'kept') {
      run.kept = value
      run.isSuperseded = issuer.secrets().includes(value) && !issuer.isUnused(value)
      child.stdin.write('\n')
    } else if (word === 'asks') {
      run.asked += 1
      void visitPage(value)
    } else if (word === 'called') {
      run.called += 1
      onUsed()
    } else onProblem(new Error(line))
  })
  return run
}

/** Numbers that are the same in each run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

/** Kills the program at a moment after its first call. */
async function kill(
  { child, over }: Run,
  guarded: Guarded,
  moment: (typeof MOMENTS)[number],
  random: (limit: number) => number,
): Promise<void> {
  let left = 1 + random(3)
  const ms = random(moment === 'any' ? 60 : 12)
  const end = (): void => void child.kill('SIGKILL')
  const at = (seen: RefreshStage | 'used'): void => {
    if (seen !== moment) return
    left -= 1
    if (left === 0 && seen === 'sent') setTimeout(end, ms)
    else if (left === 0) end()
  }
  if (moment === 'any') setTimeout(end, ms)
  guarded.issuer.behaviour.atRefresh = at
  guarded.onUse = () => at('used')
  await over
  guarded.issuer.behaviour.atRefresh = undefined
  guarded.onUse = undefined
}

/** Kills the program at each of the moments in turn; counts the lost responses and the new sign-ins. */
async function killOften(refreshTokens: 'rotate' | 'rotate-with-grace', seed: number) {
  const guarded = await startGuarded(refreshTokens, refreshTokens)
  const random = createRandom(seed)
  const first = start(guarded, 1)
  await first.over
  expect(first).toMatchObject({ asked: 1, called: 1 })
  let [lost, asked, lastMoment] = [0, 0, '']
  for (let at = 0; at <= KILLS; at += 1) {
    const run = start(guarded, at === KILLS ? 3 : 0)
    await run.isUsed
    // What was in the keychain is whole, and given by this issuer.
    expect(guarded.issuer.secrets()).toContain(run.kept)
    // What was used is in the keychain.
    expect(lastMoment === 'used' && run.isSuperseded).toBe(false)
    lost += run.isSuperseded ? 1 : 0
    asked += run.asked
    expect(run.asked).toBeLessThanOrEqual(1)
    if (at === KILLS) await run.over
    else {
      const moment = MOMENTS[at % MOMENTS.length] ?? 'any'
      await kill(run, guarded, moment, random)
      lastMoment = moment
    }
  }
  expect(guarded.issuer.requests('/register')).toHaveLength(1)
  return { lost, asked }
}

describe.runIf(process.platform === 'linux')('with a real Secret Service', () => {
  /**
   * @threat oauth.lost-response
   * @attacker program
   * @tries To end sign-ins by ending the app while their tokens are refreshed.
   * @stoppedBy A token is in the keychain before it is used, and a quit waits for it. With an issuer that repeats its
   * response for a client that never got it no sign-in is lost.
   * @remains Killed between the response of an issuer that rotates refresh tokens without any grace and the keychain,
   * the person signs in again.
   */
  it(
    'a client that is killed while tokens are refreshed loses no sign-in where the issuer sends its response again',
    { timeout: 60_000 + KILLS * 4000 },
    async () => {
      const { lost, asked } = await killOften('rotate-with-grace', 20_261_123)
      expect(asked).toBe(0)
      // The moments in which it matters were among them.
      expect(lost).toBeGreaterThan(SEEN)
      proves('signin.kept.killed')
    },
  )

  /** @threat oauth.lost-response */
  it(
    'a client that is killed while tokens are refreshed has to sign in once for each response that did not get into the keychain, where the issuer sends none again',
    { timeout: 60_000 + KILLS * 4000 },
    async () => {
      const { lost, asked } = await killOften('rotate', 20_261_125)
      expect(asked).toBe(lost)
      expect(lost).toBeGreaterThan(SEEN)
      expect(KILLS - lost).toBeGreaterThan(SEEN)
      proves('signin.kept.strict')
    },
  )

  it(`a client that is started ${RESTARTS} times signs in once`, { timeout: 60_000 }, async () => {
    const guarded = await startGuarded('restarted', 'rotate')
    let asked = 0
    for (let at = 0; at < RESTARTS; at += 1) {
      const run = start(guarded, 2)
      await run.over
      expect(run.called).toBe(2)
      asked += run.asked
    }
    expect(asked).toBe(1)
    expect(guarded.issuer.requests('/register')).toHaveLength(1)
    proves('signin.kept.restarts')
  })
})
