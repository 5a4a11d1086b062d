import type { asks as english } from '../../locales/en/asks.ts'

export type KnownScope = keyof typeof english.signIn.known

/** OpenID Connect Core 1.0 (sections 3.1.2.1, 5.4, 11), and what MCP servers commonly ask for. */
const everywhere: Readonly<Record<string, KnownScope>> = {
  openid: 'openid',
  profile: 'profile',
  email: 'email',
  address: 'address',
  phone: 'phone',
  offline_access: 'offline',
  'mcp:tools': 'mcpTools',
  'mcp:resources': 'mcpResources',
  'mcp:prompts': 'mcpPrompts',
}

/** Words of one authorization server, which mean something else elsewhere; by the host of its issuer. */
const byIssuer: Readonly<Record<string, Readonly<Record<string, KnownScope>>>> = {
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
  'github.com': {
    repo: 'githubRepo',
    public_repo: 'githubPublicRepo',
    'read:user': 'profile',
    'user:email': 'email',
    'read:org': 'githubOrg',
    gist: 'githubGist',
    workflow: 'githubWorkflow',
    notifications: 'githubNotifications',
  },
}

/** Returns the known meaning of a scope; undefined for an authorization server's own scopes. */
export function knownScope(scope: string, issuer: string): KnownScope | undefined {
  const host = hostOf(issuer)
  const own = Object.hasOwn(byIssuer, host) ? byIssuer[host] : undefined
  if (own && Object.hasOwn(own, scope)) return own[scope]
  return Object.hasOwn(everywhere, scope) ? everywhere[scope] : undefined
}

function hostOf(issuer: string): string {
  try {
    return new URL(issuer).host
  } catch {
    return ''
  }
}
