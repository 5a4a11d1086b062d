import type { LoopbackRedirect, SignInRedirect } from './sign-in.ts'

/** Characters of a link that installs a server. */
export const INSTALL_LINK_CHARACTERS = 8192

/** Where nothing else is set. */
export const DEFAULT_REDIRECT: LoopbackRedirect = { kind: 'loopback', host: '127.0.0.1' }

/** The scheme of links that open the installed app: its reversed domain name (RFC 8252, section 7.1). */
export const APP_LINK_SCHEME = 'app.gatehouse.desktop'

/**
 * The redirect URI. Without a port it is that of every port, as an authorization server has to compare it
 * (RFC 8252, section 7.3).
 */
export function redirectUriOf(redirect: SignInRedirect): string {
  if (redirect.kind === 'app-link') return `${APP_LINK_SCHEME}:/oauth/callback`
  const { host, port } = redirect
  return `http://${host}${port === undefined ? '' : `:${port}`}/callback`
}
