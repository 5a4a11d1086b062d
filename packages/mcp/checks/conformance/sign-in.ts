import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { valueOfJson } from '@gatehouse/domain'
import type {
  Authorizations,
  ClientCredential,
  PreregisteredClient,
  SecretVault,
  SignInPrompt,
} from '@gatehouse/host/ports'
import { createAuthorizations } from '@gatehouse/oauth'
import { z } from 'zod'
import { createOutboundHttp } from '../../src/system/network/outbound-http.ts'

/** The client id that the suite expects in its scenario of client id metadata documents. */
const METADATA_URL = 'https://conformance-test.local/client-metadata.json'

/** The preregistered client that a scenario describes. */
export interface GivenContext {
  client_id?: string | undefined
  client_secret?: string | undefined
  private_key_pem?: string | undefined
  valid_jwt?: string | undefined
  idp_client_id?: string | undefined
  idp_id_token?: string | undefined
  idp_issuer?: string | undefined
  issuer?: string | undefined
}

/** As a person would enter it; who issues is what the resource names, which a person would look up. */
export async function givenClientOf(
  url: string,
  scenario: string,
  context: GivenContext,
): Promise<PreregisteredClient | undefined> {
  const { client_id: id, client_secret: secret, private_key_pem: key } = context
  if (id === undefined) return undefined
  const issuer = context.issuer ?? (await issuerNamedBy(url))
  const credential: ClientCredential =
    key === undefined
      ? secret === undefined
        ? { kind: 'none' }
        : { kind: 'secret', secret }
      : { kind: 'key', key }
  const client = { issuer, id, credential, scopes: [] }
  const { valid_jwt: workload, idp_issuer, idp_client_id = '', idp_id_token = '' } = context
  if (workload !== undefined)
    return { ...client, grant: 'workload', assertion: () => Promise.resolve(workload) }
  if (idp_issuer !== undefined)
    return {
      ...client,
      grant: 'enterprise',
      assertion: () => Promise.resolve(idp_id_token),
      provider: { issuer: idp_issuer, id: idp_client_id, credential: { kind: 'none' } },
    }
  const isNonInteractive = scenario.startsWith('auth/client-credentials')
  return { ...client, grant: isNonInteractive ? 'client-credentials' : 'sign-in' }
}

async function issuerNamedBy(url: string): Promise<string> {
  const place = new URL('/.well-known/oauth-protected-resource/mcp', url)
  const found = z.object({ authorization_servers: z.tuple([z.string()]) })
  const document = await fetch(place)
  return found.parse(valueOfJson(await document.text())).authorization_servers[0]
}

/** The app's own sign-in, with a person who agrees at once and a browser that follows the redirect. */
export function createSuiteAuthorizations(): Authorizations {
  return createAuthorizations({
    vault: createMemoryVault(),
    http: createOutboundHttp({ environment: {} }),
    own: { name: 'Gatehouse', metadataUrl: METADATA_URL },
    language: () => 'en',
    browserTimeoutMs: 10_000,
  })
}

export const willingPerson: SignInPrompt = {
  async show({ url }, signal) {
    process.stderr.write(`signs in at ${new URL(url).origin}\n`)
    await visit(url).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    // Nobody refuses: it ends with the response, or by its time limit.
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('over')), { once: true }),
    )
  },
}

/** As a browser that is sent on; `fetch` would say that a script asks. */
async function visit(url: string): Promise<void> {
  const location = await new Promise<string | undefined>((resolve, reject) => {
    const asking = get(url, (response) => {
      response.resume().on('end', () => resolve(response.headers.location))
    })
    asking.on('error', reject)
  })
  if (location !== undefined) await visit(new URL(location, url).href)
}

export function serverReceiver(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

function createMemoryVault(): SecretVault {
  const secrets = new Map<string, string>()
  const state = { kind: 'memory', code: 'unknown', reason: '', remedy: '' } as const
  return {
    state: () => state,
    probe: () => Promise.resolve(state),
    get(ref) {
      const secret = secrets.get(ref)
      return Promise.resolve(secret === undefined ? { kind: 'absent' } : { kind: 'there', secret })
    },
    presenceOf: (refs) =>
      Promise.resolve(refs.map((ref) => (secrets.has(ref) ? 'until-quit' : 'absent'))),
    set: (ref, secret) => Promise.resolve(void secrets.set(ref, secret)),
    delete: (ref) => Promise.resolve(void secrets.delete(ref)),
  }
}
