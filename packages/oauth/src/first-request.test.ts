import { expect, test } from 'vitest'
import type { SecretReadOptions } from '@gatehouse/host/ports'
import { ServerAuthorization } from './server-authorization.ts'

type Parameters = ConstructorParameters<typeof ServerAuthorization>

test('the first request to a server does not unlock the keychain; its refusal does', async () => {
  const looks: (SecretReadOptions | undefined)[] = []
  const server = { id: 's', name: 'files', url: 'https://files.example/mcp', onSecrets: () => [] }
  const deps = {
    now: () => 0,
    before: Promise.resolve(),
    store: {
      find: (_owner: unknown, options?: SecretReadOptions) => {
        looks.push(options)
        return options?.isExpected === false
          ? Promise.resolve({ isDamaged: false })
          : Promise.reject(new Error('locked'))
      },
    },
  }
  const authorization = new ServerAuthorization(
    server as unknown as Parameters[0],
    deps as unknown as Parameters[1],
  )
  const { signal } = new AbortController()
  const request = { method: 'POST', url: server.url }
  expect(await authorization.headers(request, signal)).toEqual({})
  expect(await authorization.headers(request, signal)).toEqual({})
  expect(looks).toEqual([{ isExpected: false }])
  const refusal = { status: 401, challenge: 'Bearer', sent: {}, attempt: 0 }
  await expect(authorization.refused(refusal, signal)).rejects.toThrow('locked')
  expect(looks).toEqual([{ isExpected: false }, undefined])
})
