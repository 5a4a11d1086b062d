import { expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench } from './authorization-bench.ts'

/** A bench whose issuer has these members in its metadata. */
async function benchWith(metadataOf: (issuer: string) => Record<string, unknown>) {
  const bench = await createAuthorizationBench({}, onTestFinished)
  bench.issuer.behaviour.metadata = metadataOf(bench.issuer.issuer)
  return bench
}
const withoutIss = { authorization_response_iss_parameter_supported: undefined }

it.each<[string, (issuer: string) => Record<string, unknown>]>([
  ['a closing slash in its name', (issuer) => ({ issuer: `${issuer}/`, ...withoutIss })],
  [
    'null for members that it may leave out',
    () => ({
      scopes_supported: null,
      jwks_uri: null,
      revocation_endpoint: null,
      token_endpoint_auth_methods_supported: null,
      grant_types_supported: null,
    }),
  ],
])('an issuer with %s signs in', async (_what, metadataOf) => {
  const bench = await benchWith(metadataOf)
  // `iss` is compared as a text: it would name the issuer without the slash.
  bench.issuer.behaviour.consent = 'issuer' in metadataOf('') ? 'no-iss' : 'grant'
  expect(await bench.echo(await bench.open(), 'in')).toContain('in')
})

it.each([
  ['protects no sign-ins', { code_challenge_methods_supported: null }, 'PKCE'],
  ['registers no apps', { registration_endpoint: null }, 'enter its client id'],
])('an issuer that %s begins none, in words', async (_what, metadata, words) => {
  const bench = await benchWith(() => metadata)
  await expect(bench.open()).rejects.toMatchObject({
    message: expect.stringContaining(words) as string,
    data: { failure: { code: 'sign-in-needed', detail: 'sign-in/unsupported' } },
  })
})

it.each([
  ['another issuer', 'wrong-iss', 'https://elsewhere.example'],
  ['none', 'no-iss', null],
] as const)(
  'a response that names %s says so beside the one that was expected',
  async (...given) => {
    const [, consent, found] = given
    const bench = await benchWith(() => ({}))
    bench.issuer.behaviour.consent = consent
    const expected = bench.issuer.issuer
    await expect(bench.open()).rejects.toMatchObject({
      data: { failure: { mismatch: { of: 'response', field: 'iss', expected, found } } },
    })
  },
)
