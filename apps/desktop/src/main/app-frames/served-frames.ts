import { appProxyPolicy, sealedViewPolicy } from '@gatehouse/domain/apps'
import { APP_ORIGIN, APP_VIEW_SCHEME } from '../ipc/sender-gate.ts'
import { appFrameHeaders, type ServedRequest, type ServedResponse } from '../served-files.ts'
import { PROXY_SCRIPT, PROXY_STYLES, proxyPage } from './proxy-page.ts'

/** The two origins of one view. */
export interface FrameOrigins {
  proxy: string
  view: string
}

/** The documents of the frames that are open, each below a host of its own. */
export interface ServedFrames {
  /** Serves the HTML as a view; `name` is random. */
  add(name: string, html: string): FrameOrigins
  remove(origins: FrameOrigins): void
  respond(request: Pick<ServedRequest, 'url' | 'method'>): ServedResponse
}

interface ServedHost {
  headers: Record<string, string>
  /** By path: media type and content. */
  files: Record<string, [type: string, body: string]>
}

/** Serves the proxy and the view of each frame by scheme, with their policies as headers; anything else is a 404. */
export function createServedFrames(): ServedFrames {
  const hosts = new Map<string, ServedHost>()
  return {
    add(name, html) {
      const origins = { proxy: originOf(`p-${name}`), view: originOf(`v-${name}`) }
      const { proxy, view } = origins
      hosts.set(`p-${name}`, {
        headers: appFrameHeaders(appProxyPolicy(view, APP_ORIGIN)),
        files: {
          '/': ['text/html', proxyPage({ view, page: APP_ORIGIN })],
          '/proxy.js': ['text/javascript', PROXY_SCRIPT],
          '/proxy.css': ['text/css', PROXY_STYLES],
        },
      })
      hosts.set(`v-${name}`, {
        headers: appFrameHeaders(sealedViewPolicy([proxy, APP_ORIGIN])),
        files: { '/': ['text/html', html] },
      })
      return origins
    },
    remove({ proxy, view }) {
      for (const origin of [proxy, view]) hosts.delete(new URL(origin).host)
    },
    respond({ url, method }) {
      const { host, pathname } = new URL(url)
      const served = hosts.get(host)
      const file = method === 'GET' && served ? served.files[pathname] : undefined
      if (!served || !file) return notFound()
      const [type, body] = file
      const headers = { ...served.headers, 'Content-Type': `${type}; charset=utf-8` }
      return { status: 200, headers, body: Buffer.from(body) }
    },
  }
}

function notFound(): ServedResponse {
  const headers = { ...appFrameHeaders("default-src 'none'"), 'Content-Type': 'text/plain' }
  return { status: 404, headers, body: Buffer.from('Not found') }
}

const originOf = (host: string): string => `${APP_VIEW_SCHEME}://${host}`
