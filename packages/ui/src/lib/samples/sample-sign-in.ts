import type { SignInView } from '@gatehouse/domain'
import { SAMPLE_NOW } from './sample-now.ts'

export const noSignIn: SignInView = { account: null, isDamaged: false, trace: [] }

export const sampleSignInView: SignInView = {
  account: {
    issuer: 'https://login.issues.example.com',
    resource: 'https://issues.example.org/mcp',
    client: { id: 'gatehouse-4711', how: 'registered' },
    redirectUri: 'http://127.0.0.1:51873/callback',
    asked: ['issues:read', 'issues:write'],
    token: {
      scopes: ['issues:read'],
      obtainedAt: SAMPLE_NOW - 600_000,
      expiresAt: SAMPLE_NOW + 3_000_000,
      isRenewable: true,
    },
  },
  isDamaged: false,
  trace: [
    {
      seq: 1,
      at: SAMPLE_NOW - 620_000,
      step: 'resource-metadata',
      text: 'https://issues.example.org/.well-known/oauth-protected-resource/mcp: found',
      note: {
        code: 'found',
        values: { url: 'https://issues.example.org/.well-known/oauth-protected-resource/mcp' },
      },
    },
    {
      seq: 2,
      at: SAMPLE_NOW - 619_800,
      step: 'client',
      text: 'registered, authenticates with none',
      note: { code: 'client-registered', values: { method: 'none' } },
    },
    {
      seq: 3,
      at: SAMPLE_NOW - 600_000,
      step: 'token',
      text: 'expiry stated, with a refresh token',
      note: { code: 'token-expires-renewable', values: {} },
    },
  ],
}
