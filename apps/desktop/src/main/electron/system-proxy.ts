import { session } from 'electron'
import type { ProxyResolver } from '@gatehouse/host/ports'
import { createProxyResolver } from '../proxy-resolver.ts'

/**
 * The proxies that Chromium knows: the system's setting, PAC files included. Asked of a session of its
 * own, without pages: that of the window has a dead proxy. Call once the app is ready.
 */
export function createSystemProxy(): ProxyResolver {
  return createProxyResolver(async () => {
    const own = session.fromPartition('system-proxy')
    await own.setProxy({ mode: 'system' })
    return (url) => own.resolveProxy(url)
  })
}
