import { expect, it } from 'vitest'
import { ServerSignIns } from './server-sign-ins.ts'

const value = { kind: 'secret', ref: 'server/s/client/secret', receiver: 'x' }
const withClientSecret = {
  id: 's',
  name: 's',
  transport: { kind: 'http', url: 'https://mcp.example/mcp', headers: [] },
  oauthClient: {
    grant: 'client-credentials',
    issuer: 'https://as.example',
    id: 'c',
    scopes: [],
    credential: { kind: 'secret', value },
  },
}

/**
 * @threat oauth.lost-secret
 * @attacker program
 * @tries To keep the tokens of a sign-in from being forgotten by taking the secret of its client out of the keychain.
 * @stoppedBy The secret serves the revocation at the issuer only: without it the tokens still go from the keychain.
 * @remains They are not revoked at the issuer then, and are of use there until they expire.
 */
it('signing out and forgetting work without the secret of the client, and report the change', async () => {
  const done: string[] = []
  const lifecycle = {
    stop: () => Promise.resolve(void done.push('stopped')),
    hold: () => () => void done.push('may start'),
  }
  const service = new ServerSignIns({
    registry: { get: () => ({ config: withClientSecret, lifecycle }) },
    timers: { after: () => () => undefined },
    digest: { sha256: () => 'x' },
    events: { emit: (name: string) => void done.push(name) },
    vault: { get: () => Promise.resolve({ kind: 'absent' }) },
    authorizations: {
      signOut: () => Promise.resolve(void done.push('signed out')),
      forget: () => Promise.resolve(void done.push('forgotten')),
    },
  } as never)
  await service.signOut('s')
  await service.forget('s')
  const [signOut, forget] = [done.slice(0, 3), done.slice(3)]
  expect(signOut).toEqual(['stopped', 'signed out', 'secret.changed'])
  expect(forget).toEqual(['stopped', 'signed out', 'forgotten', 'may start', 'secret.changed'])
})

it('a start that is asked for while a sign-in is forgotten waits for that, and not long for an issuer', async () => {
  const done: string[] = []
  let late = (): void => undefined
  const config = {
    id: 's',
    name: 's',
    transport: { kind: 'http', url: 'https://mcp.example/mcp', headers: [] },
  }
  const lifecycle = {
    stop: () => Promise.resolve(),
    hold: () => () => void done.push('may start'),
  }
  const service = new ServerSignIns({
    registry: { get: () => ({ config, lifecycle }) },
    timers: {
      after(_ms: number, task: () => void) {
        late = task
        return () => undefined
      },
    },
    digest: { sha256: () => 'x' },
    events: { emit: () => undefined },
    vault: {},
    authorizations: {
      signOut: (_server: unknown, enough: Promise<void>) => enough,
      forget: () => Promise.resolve(void done.push('forgotten')),
    },
  } as never)
  const forgetting = service.forget('s')
  await Promise.resolve()
  await Promise.resolve()
  expect(done).toEqual([])
  late()
  await forgetting
  expect(done).toEqual(['forgotten', 'may start'])
})

it('nothing is forgotten unread while the keychain is slow with the secret of the client', async () => {
  const done: string[] = []
  let late = (): void => undefined
  let read = (_result: object): void => undefined
  const lifecycle = {
    stop: () => Promise.resolve(),
    hold: () => () => void done.push('may start'),
  }
  const service = new ServerSignIns({
    registry: { get: () => ({ config: withClientSecret, lifecycle }) },
    timers: {
      after(_ms: number, task: () => void) {
        late = task
        return () => undefined
      },
    },
    digest: { sha256: () => 'x' },
    events: { emit: () => undefined },
    vault: { get: () => new Promise<object>((resolve) => (read = resolve)) },
    authorizations: {
      signOut(_server: unknown, enough: Promise<void>) {
        done.push('signed out')
        return enough
      },
      forget: () => Promise.resolve(void done.push('forgotten')),
    },
  } as never)
  const forgetting = service.forget('s')
  const settle = async () => {
    for (let round = 0; round < 20; round += 1) await Promise.resolve()
  }
  await settle()
  late()
  await settle()
  expect(done).toEqual([])
  read({ kind: 'absent' })
  await forgetting
  expect(done).toEqual(['signed out', 'forgotten', 'may start'])
})

it('signing in again starts the server first, which would else use what is kept', async () => {
  const done: string[] = []
  const lifecycle = {
    stop: () => Promise.resolve(void done.push('stopped')),
    start: () => void done.push('started'),
  }
  const serviceFor = (config: unknown): ServerSignIns =>
    new ServerSignIns({
      registry: { get: () => ({ config, lifecycle }) },
      authorizations: { signInAgain: (id: string) => void done.push(`${id} signs in`) },
    } as never)
  await serviceFor(withClientSecret).signInAgain('s')
  await serviceFor({ ...withClientSecret, transport: { kind: 'stdio' } }).signInAgain('s')
  expect(done).toEqual(['stopped', 'started', 's signs in'])
})
