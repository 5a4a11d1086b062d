import {
  startAuthorizationServer,
  type AuthorizationBehaviour,
  type AuthorizationServer,
} from '@gatehouse/testkit'
import {
  createAuthorizationBench,
  type AuthorizationBench,
  type BenchOptions,
} from './authorization-bench.ts'

type Requests = ReturnType<AuthorizationServer['requests']>

export interface EmployerBench {
  bench: AuthorizationBench
  provider: AuthorizationServer
  /** Returns the requests that the provider got with this grant. */
  asked(grant: string): Requests
  /** The ID tokens that were to be exchanged there. */
  exchanges(): Requests
}

export const OPEN_ID = {
  id_token_signing_alg_values_supported: ['ES256'],
  scopes_supported: ['openid', 'offline_access'],
}

/** A server whose client has no file that says who the person is: they sign in at the employer's provider. */
export async function createEmployerBench(
  atEnd: (end: () => Promise<void>) => void,
  behaviour: Partial<AuthorizationBehaviour> = {},
  given: BenchOptions = {},
): Promise<EmployerBench> {
  const provider = await startAuthorizationServer({
    clients: { 'at-home': {} },
    metadata: OPEN_ID,
    ...behaviour,
  })
  atEnd(() => provider.close())
  const bench = await createAuthorizationBench(
    {
      behaviour: { clients: { machine: {} } },
      client: (issuer) => ({
        issuer,
        id: 'machine',
        credential: { kind: 'none' },
        scopes: [],
        grant: 'enterprise',
        provider: { issuer: provider.issuer, id: 'at-home', credential: { kind: 'none' } },
      }),
      ...given,
    },
    atEnd,
  )
  const asked = (grant: string): Requests =>
    provider.requests('/token').filter(({ parameters }) => parameters['grant_type'] === grant)
  const exchanges = (): Requests => asked('urn:ietf:params:oauth:grant-type:token-exchange')
  return { bench, provider, asked, exchanges }
}
