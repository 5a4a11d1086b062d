import type { ProxyResolver, SecretVault } from '@gatehouse/host/ports'
import { createOutboundHttp } from '@gatehouse/mcp'
import { createAuthorizations, type AppLinks, type ClosableAuthorizations } from '@gatehouse/oauth'

/** The sign-ins of all servers: tokens in the vault, requests with each server's proxy and certificate authorities. */
export function createSignIns(
  vault: SecretVault,
  desktop: { proxies: ProxyResolver; locale(): string; appLinks?: AppLinks | undefined },
): ClosableAuthorizations {
  return createAuthorizations({
    vault,
    http: createOutboundHttp({ environment: process.env, proxyResolver: desktop.proxies }),
    own: { name: 'Gatehouse' },
    appLinks: desktop.appLinks,
    language: () => (desktop.locale().startsWith('zh') ? 'zh-CN' : 'en'),
    ...browserTimeout(process.env['GATEHOUSE_SIGN_IN_MS']),
  })
}

/** Another time in the browser, for tests; a release does not start with the variable. */
function browserTimeout(text: string | undefined): { browserTimeoutMs?: number } {
  const browserTimeoutMs = Number(text)
  return browserTimeoutMs > 0 && Number.isSafeInteger(browserTimeoutMs) ? { browserTimeoutMs } : {}
}
