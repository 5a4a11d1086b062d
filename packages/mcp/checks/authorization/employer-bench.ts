import { startAuthorizationServer, type AuthorizationBehaviour } from '@gatehouse/testkit'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

export const OPEN_ID = {
  id_token_signing_alg_values_supported: ['ES256'],
  scopes_supported: ['openid', 'offline_access'],
}

/** A server whose client has no file that says who the person is: they sign in at the employer's provider. */
export async function createEmployerBench(
  atEnd: (end: () => Promise<void>) => void,
  behaviour: Partial<AuthorizationBehaviour> = {},
  given: BenchOptions = {},
) {
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
  const asked = (grant: string) =>
    provider.requests('/token').filter(({ parameters }) => parameters['grant_type'] === grant)
  const exchanges = () => asked('urn:ietf:params:oauth:grant-type:token-exchange')
  return { bench, provider, asked, exchanges }
}
