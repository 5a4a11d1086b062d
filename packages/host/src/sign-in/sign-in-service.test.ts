import { expect, it } from 'vitest'
import { SignInService } from './sign-in-service.ts'

it('signing out and forgetting work without the secret of the client', async () => {
  const done: string[] = []
  const value = { kind: 'secret', ref: 'server/s/client/secret', receiver: 'x' }
  const config = {
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
  const service = new SignInService({
    registry: { get: () => ({ config, lifecycle: { stop: () => Promise.resolve() } }) },
    digest: { sha256: () => 'x' },
    vault: { get: () => Promise.resolve({ kind: 'absent' }) },
    authorizations: {
      signOut: () => Promise.resolve(void done.push('signed out')),
      forget: () => Promise.resolve(void done.push('forgotten')),
    },
  } as never)
  await service.signOut('s')
  await service.forget('s')
  expect(done).toEqual(['signed out', 'signed out', 'forgotten'])
})
