import { session } from 'electron'
import type { ProxyResolver } from '@gatehouse/host/ports'

/** The proxies that Chromium knows: the system's setting, PAC files included. Call once the app is ready. */
export function createSystemProxy(): ProxyResolver {
  return {
    resolve: (url) => session.defaultSession.resolveProxy(url).catch(() => 'DIRECT'),
  }
}
