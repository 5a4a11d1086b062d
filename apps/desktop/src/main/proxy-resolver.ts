import type { ProxyResolver } from '@gatehouse/host/ports'

type Resolve = (url: string) => Promise<string>

/** The proxies that `open` gives access to. It is opened once; where that fails, once more for the next address. */
export function createProxyResolver(open: () => Promise<Resolve>): ProxyResolver {
  let opened: Promise<Resolve> | undefined
  return {
    async resolve(url) {
      const opening = (opened ??= open())
      try {
        const resolve = await opening
        return await resolve(url)
      } catch {
        opening.catch(() => {
          if (opened === opening) opened = undefined
        })
        return 'DIRECT'
      }
    },
  }
}
