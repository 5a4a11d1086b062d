import { randomBytes } from 'node:crypto'

export type Code = {
  challenge: string
  redirectUri: string
  clientId: string
  scope: string
  nonce: string | undefined
}
export type RefreshGrant = {
  scope: string
  clientId: string
  isUsed: boolean
  /** The token that replaced it. */
  successor?: string | undefined
}
export type AccessGrant = { scope: string; endsAt: number; key: string | undefined }

/** The records of an authorization server: registered clients, and the tokens it issued to them. */
export type AuthorizationRecords = {
  registered: Set<string>
  codes: Map<string, Code>
  /** The code that was exchanged last. */
  usedCode: string | undefined
  access: Map<string, AccessGrant>
  refresh: Map<string, RefreshGrant>
  /** Everything secret that was ever on the wire. */
  secrets: Set<string>
  /** A new one, which is remembered. */
  secret(): string
}

export function createAuthorizationRecords(): AuthorizationRecords {
  const secrets = new Set<string>()
  return {
    registered: new Set(),
    codes: new Map(),
    usedCode: undefined,
    access: new Map(),
    refresh: new Map(),
    secrets,
    secret() {
      const value = randomBytes(24).toString('base64url')
      secrets.add(value)
      return value
    },
  }
}
