import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AuthorizationBehaviour, AssertionFault } from './authorization-behaviour.ts'
import type { AuthorizationRecords, RefreshGrant } from './authorization-records.ts'
import {
  readSignedToken,
  signedToken,
  thumbprintOfProof,
  WANTS_NONCE,
} from './client-assertions.ts'
import { json } from './json-response.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type'
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

const REFRESH_FAULTS: Partial<
  Record<AuthorizationBehaviour['refresh'], [status: number, body: object]>
> = {
  'http-500': [500, { error: 'server_error' }],
  'http-429': [429, {}],
  busy: [400, { error: 'temporarily_unavailable' }],
  'invalid-request': [400, { error: 'invalid_request' }],
  'other-words': [200, { error: 'bad_refresh_token' }],
}

function fail(response: ServerResponse, error: AssertionFault): void {
  json(response, error === 'server_error' ? 500 : 400, { error })
}

export type TokenRequest = { parameters: Record<string, string>; headers: IncomingHttpHeaders }
type Grant = {
  scope: string
  clientId: string
  key: string | undefined
  nonce?: string | undefined
}

export type TokenEndpointOptions = {
  issuer: string
  behaviour: AuthorizationBehaviour
  records: AuthorizationRecords
}

/** Tokens for a code, a refresh token, a signed statement, or a client that shows who it is. */
export class TokenEndpoint {
  readonly #issuer: string
  readonly #behaviour: AuthorizationBehaviour
  readonly #records: AuthorizationRecords

  constructor({ issuer, behaviour, records }: TokenEndpointOptions) {
    this.#issuer = issuer
    this.#behaviour = behaviour
    this.#records = records
  }

  serve(
    { parameters: given, headers }: TokenRequest,
    response: ServerResponse,
  ): void | Promise<void> {
    const { nonce } = this.#behaviour
    const asked = { method: 'POST', url: `${this.#issuer}/token`, nonce }
    const proof = headers['dpop']
    const key = typeof proof === 'string' ? thumbprintOfProof(proof, asked) : undefined
    if (key === WANTS_NONCE) {
      response.setHeader('dpop-nonce', nonce ?? '')
      return json(response, 400, { error: key })
    }
    const id = this.#authenticated({ parameters: given, headers })
    if (id === undefined) return json(response, 401, { error: 'invalid_client' })
    const grant = { scope: given['scope'] ?? '', clientId: id, key }
    if (given['grant_type'] === TOKEN_EXCHANGE) return this.#exchange(given, response)
    if (given['grant_type'] === 'client_credentials')
      return this.#sendTokens(grant, response, false)
    const { assertionFault } = this.#behaviour
    if (given['grant_type'] === JWT_BEARER && assertionFault) return fail(response, assertionFault)
    if (given['grant_type'] === JWT_BEARER)
      return readSignedToken(given['assertion'])?.claims['aud'] === this.#issuer
        ? this.#sendTokens(grant, response, false)
        : json(response, 400, { error: 'invalid_grant' })
    if (given['grant_type'] === 'refresh_token') return this.#refresh(given, key, response)
    this.#redeem(given, key, response)
  }

  /** The id of the client, if it is known and shows that it is it. */
  #authenticated({ parameters, headers }: TokenRequest): string | undefined {
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    const [name, shown] = basic.toString('utf8').split(':').map(decodeURIComponent)
    const id = name === undefined || name === '' ? (parameters['client_id'] ?? '') : name
    const known = this.#behaviour.clients[id]
    if (!known) return this.#records.registered.has(id) ? id : undefined
    const { secret: expected, publicKey } = known
    if (expected !== undefined)
      return (shown ?? parameters['client_secret']) === expected ? id : undefined
    if (!publicKey) return id
    const assertion = readSignedToken(parameters['client_assertion'])
    const { iss, sub, aud, exp } = assertion?.claims ?? {}
    const isFresh = typeof exp === 'number' && exp * 1000 > Date.now()
    const isRight = iss === id && sub === id && aud === this.#issuer && isFresh
    return isRight && assertion?.signedBy(publicKey) === true ? id : undefined
  }

  /** A code, once, from who knows what its challenge was made of (RFC 7636). */
  #redeem(given: Record<string, string>, key: string | undefined, response: ServerResponse): void {
    const { codes, secrets } = this.#records
    const verifier = given['code_verifier'] ?? ''
    secrets.add(verifier)
    const code = codes.get(given['code'] ?? '')
    codes.delete(given['code'] ?? '')
    if (code) this.#records.usedCode = given['code']
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isRight =
      code?.challenge === challenge &&
      code.redirectUri === given['redirect_uri'] &&
      code.clientId === given['client_id']
    if (!code || !isRight) return json(response, 400, { error: 'invalid_grant' })
    this.#sendTokens({ ...code, key }, response, true)
  }

  /** As an identity provider: whom it knows may use the server that is named (ID-JAG). */
  #exchange(given: Record<string, string>, response: ServerResponse): void {
    const names = ['subject_token', 'audience', 'resource']
    const isWhole = names.every((name) => given[name] !== undefined)
    if (!isWhole || given['requested_token_type'] !== `${TOKEN_TYPE}:id-jag`)
      return json(response, 400, { error: 'invalid_request' })
    const fault = this.#behaviour.exchangeFault(given['subject_token'] ?? '')
    if (fault) return fail(response, fault)
    const claims = { iss: this.#issuer, aud: given['audience'], resource: given['resource'] }
    const parts = [{ typ: 'oauth-id-jag+jwt', alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const grant = [...parts, randomBytes(24).toString('base64url')].join('.')
    this.#records.secrets.add(grant)
    json(response, 200, {
      access_token: grant,
      issued_token_type: `${TOKEN_TYPE}:id-jag`,
      token_type: 'N_A',
    })
  }

  async #refresh(
    given: Record<string, string>,
    key: string | undefined,
    response: ServerResponse,
  ): Promise<void> {
    const { refresh, refreshTokens, atRefresh } = this.#behaviour
    const fault = REFRESH_FAULTS[refresh]
    if (fault) return json(response, ...fault)
    if (refresh === 'drop') return void response.destroy()
    const grant = this.#records.refresh.get(given['refresh_token'] ?? '')
    if (refresh === 'invalid-grant' || !grant || grant.clientId !== given['client_id'])
      return json(response, 400, { error: 'invalid_grant' })
    await atRefresh?.('asked')
    const isRotated = refreshTokens === 'rotate' || refreshTokens === 'rotate-with-grace'
    if (isRotated && grant.isUsed && !this.#isGraced(grant)) {
      // A copy was used, so all refresh tokens are revoked.
      this.#records.refresh.clear()
      return json(response, 400, { error: 'invalid_grant' })
    }
    const tokens = this.#granted({ ...grant, key }, isRotated)
    grant.isUsed = isRotated
    grant.successor = tokens.refresh_token
    await atRefresh?.('given')
    response.once('finish', () => void atRefresh?.('sent'))
    json(response, 200, tokens)
  }

  /** Its replacement was never used, so it was never received: that one is revoked. */
  #isGraced({ successor = '' }: RefreshGrant): boolean {
    if (this.#behaviour.refreshTokens !== 'rotate-with-grace') return false
    const { refresh } = this.#records
    return refresh.get(successor)?.isUsed === false && refresh.delete(successor)
  }

  #sendTokens(grant: Grant, response: ServerResponse, isRenewed: boolean): void {
    json(response, 200, this.#granted(grant, isRenewed))
  }

  /** Who the person is, for the client alone (OpenID Connect Core 1.0, section 2). */
  #idToken({ clientId, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: this.#issuer,
      sub: 'ada',
      aud: clientId,
      iat: now,
      exp: now + 3600,
      nonce,
    }
    const token = signedToken({ ...claims, ...this.#behaviour.idToken })
    this.#records.secrets.add(token)
    return token
  }

  #granted({ scope, clientId, key, nonce }: Grant, isRenewed: boolean) {
    const { access, refresh } = this.#records
    const { lifetimeSeconds, refreshTokens } = this.#behaviour
    const accessToken = this.#records.secret()
    const lasts = (lifetimeSeconds || 3600) * 1000
    access.set(accessToken, { scope, endsAt: Date.now() + lasts, key })
    const isGiven = refreshTokens !== 'none' && isRenewed
    const refreshToken = isGiven ? this.#records.secret() : undefined
    if (refreshToken !== undefined) refresh.set(refreshToken, { scope, clientId, isUsed: false })
    return {
      access_token: accessToken,
      token_type: key === undefined ? 'Bearer' : 'DPoP',
      ...(lifetimeSeconds === 0 ? {} : { expires_in: lifetimeSeconds }),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      ...(scope === '' ? {} : { scope }),
      ...(scope.split(' ').includes('openid') && isRenewed
        ? { id_token: this.#idToken({ scope, clientId, key, nonce }) }
        : {}),
    }
  }
}
