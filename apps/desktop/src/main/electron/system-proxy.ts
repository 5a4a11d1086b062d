import { session } from 'electron'
import type { ProxyResolver } from '@gatehouse/host/ports'

/**
 * The proxies that Chromium knows: the system's setting, PAC files included. Asked of a session of its
 * own, without pages: that of the window has a dead proxy. Call once the app is ready.
 */
export function createSystemProxy(): ProxyResolver {
  let ready: Promise<(url: string) => Promise<string>> | undefined
  const open = async () => {
    const own = session.fromPartition('system-proxy')
    await own.setProxy({ mode: 'system' })
    return (url: string) => own.resolveProxy(url)
  }
  return {
    async resolve(url) {
      try {
        ready ??= open()
        return await (
          await ready
        )(url)
      } catch {
        return 'DIRECT'
      }
    },
  }
}
