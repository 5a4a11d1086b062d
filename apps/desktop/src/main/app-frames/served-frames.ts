import {
  appProxyPolicy,
  appViewPolicy,
  sealedViewPolicy,
  type AppAccess,
} from '@gatehouse/domain/apps'
import { APP_ORIGIN, APP_VIEW_SCHEME } from '../ipc/sender-gate.ts'
import { appFrameHeaders, type ServedRequest, type ServedResponse } from '../served-files.ts'
import { blockedAddress, REPORT_PATH } from './blocked-report.ts'
import { PROXY_SCRIPT, PROXY_STYLES, proxyPage } from './proxy-page.ts'
import { WINDOW_STYLES } from './window-header.ts'

/** The two origins of one view. */
export interface FrameOrigins {
  proxy: string
  view: string
}

interface FrameToServe {
  /** Random. */
  name: string
  html: string
  /** Of a view in a window of its own: what it is given, and HTML above it. */
  window?: { access: AppAccess; header: string }
  /** The policy of the view refused a request to this address. */
  onBlocked(address: string): void
}

/** The documents of the frames that are open, each below a host of its own. */
export interface ServedFrames {
  /** Serves the HTML as a view. */
  add(frame: FrameToServe): FrameOrigins
  remove(origins: FrameOrigins): void
  respond(request: Pick<ServedRequest, 'url' | 'method' | 'uploadData'>): ServedResponse
}

interface ServedHost {
  headers: Record<string, string>
  /** By path: media type and content. */
  files: Record<string, [type: string, body: string]>
  /** Of a view. */
  onBlocked?(address: string): void
}

/** Serves the proxy and the view of each frame by scheme, with their policies as headers; anything else is a 404. */
export function createServedFrames(): ServedFrames {
  const hosts = new Map<string, ServedHost>()
  return {
    add({ name, html, window, onBlocked }) {
      const origins = { proxy: originOf(`p-${name}`), view: originOf(`v-${name}`) }
      const { proxy, view } = origins
      const features = window ? featuresOf(window.access) : []
      const allow = features.join('; ')
      const page = window
        ? proxyPage({ view, page: proxy, allow, header: window.header })
        : proxyPage({ view, page: APP_ORIGIN })
      hosts.set(`p-${name}`, {
        headers: appFrameHeaders(appProxyPolicy(view, window ? "'none'" : APP_ORIGIN), features),
        files: {
          '/': ['text/html', page],
          '/proxy.js': ['text/javascript', PROXY_SCRIPT],
          '/proxy.css': ['text/css', window ? WINDOW_STYLES : PROXY_STYLES],
        },
      })
      const policy = window
        ? appViewPolicy(window.access, [proxy])
        : sealedViewPolicy([proxy, APP_ORIGIN])
      hosts.set(`v-${name}`, {
        headers: appFrameHeaders(`${policy}; report-uri ${view}${REPORT_PATH}`, features),
        files: { '/': ['text/html', html] },
        onBlocked,
      })
      return origins
    },
    remove({ proxy, view }) {
      for (const origin of [proxy, view]) hosts.delete(new URL(origin).host)
    },
    respond({ url, method, uploadData = [] }) {
      const { host, pathname } = new URL(url)
      const served = hosts.get(host)
      if (method === 'POST' && pathname === REPORT_PATH && served?.onBlocked) {
        const parts = uploadData.map(({ bytes = new Uint8Array() }) => bytes)
        const address = blockedAddress(Buffer.concat(parts).toString('utf8'))
        if (address !== undefined) served.onBlocked(address)
      }
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

/** Names of permissions as the browser's policy spells them. */
const featuresOf = ({ permissions }: AppAccess): string[] =>
  permissions.map((name) => (name === 'clipboardWrite' ? 'clipboard-write' : name))

const originOf = (host: string): string => `${APP_VIEW_SCHEME}://${host}`
