import { redirectUriOf, type SignInRedirect } from '@gatehouse/domain'
import type { AccountClient } from './account.ts'
import { openAppLinkReceiver } from './app-link-receiver.ts'
import { openRedirectListener, type RedirectListener } from './redirect-listener.ts'
import type { SignInOptions } from './sign-in-request.ts'

/** Opens what the person chose for the way back from the browser. */
type Opening = Pick<SignInOptions, 'language' | 'appLinks' | 'trace'> & { state: string }

/** Rejects with `sign-in/port-in-use`, `sign-in/unsafe` and `sign-in/unsupported`. */
export function openRedirect(
  redirect: SignInRedirect,
  { state, language, appLinks, trace }: Opening,
): Promise<RedirectListener> {
  const onUnexpectedRequest = (why: string): void => trace.recordUnexpectedRequest(why)
  return redirect.kind === 'app-link'
    ? openAppLinkReceiver({ appLinks, state, onUnexpectedRequest })
    : openRedirectListener({ ...redirect, state, language, onUnexpectedRequest })
}

/**
 * Opens the redirect URI of a registration again. `undefined` when any port will do and another program has this one:
 * some servers accept no other port for a registration (against RFC 8252, section 7.3), and report it only to the
 * person.
 */
export async function reopenRedirect(
  redirect: SignInRedirect,
  redirectUri: string,
  opening: Opening,
): Promise<RedirectListener | undefined> {
  if (redirect.kind === 'app-link' || redirect.port !== undefined)
    return openRedirect(redirect, opening)
  const port = Number(new URL(redirectUri).port)
  return openRedirect({ ...redirect, port }, opening).catch(() => undefined)
}

/** True if the app registered this client itself, for this redirect, and the registration may still be known. */
export function isRegisteredFor(
  redirect: SignInRedirect,
  client: AccountClient,
  now: number,
): client is AccountClient & { redirectUri: string } {
  const { how, isRejected, secretExpiresAt, redirectUri } = client
  if (how !== 'registered' || isRejected === true || redirectUri === undefined) return false
  if (secretExpiresAt !== undefined && secretExpiresAt <= now) return false
  if (redirect.kind === 'app-link' || redirect.port !== undefined)
    return redirectUri === redirectUriOf(redirect)
  return withoutPort(redirectUri) === redirectUriOf(redirect)
}

function withoutPort(redirectUri: string): string {
  const url = new URL(redirectUri)
  url.port = ''
  return url.href
}
