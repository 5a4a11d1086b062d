import { extname, join, sep } from 'node:path'
import { APP_VIEW_SCHEME } from './ipc/sender-gate.ts'

export interface ServedRequest {
  url: string
  method: string
  /** In the spelling of whoever asks. */
  headers: Record<string, string>
  /** The parts of its body. */
  uploadData?: readonly { bytes?: Uint8Array }[]
}

export interface ServedResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array | null
}

const MIME_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** Unknown kinds are never guessed: with `nosniff` they do nothing. */
export function mimeTypeOf(file: string): string {
  return MIME_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream'
}

/**
 * The file below `root` that the path of a request names, or undefined when it is none that may be
 * served: outside of `root`, hidden, or in a form that only an attacker writes.
 */
export function findServedFile(root: string, pathname: string): string | undefined {
  const path = decode(pathname)
  if (path === undefined || !path.startsWith('/') || /[\0\\:]/.test(path)) return undefined
  const segments = path.slice(1).split('/')
  if (segments.length === 1 && segments[0] === '') return join(root, 'index.html')
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return undefined
  const file = join(root, ...segments)
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : undefined
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

/** Where a development server serves the interface; its socket reports changes. */
export interface DevelopmentServer {
  origin: string
}

/** Headers of the app's own page, which may contain the frames of servers' interfaces and no others. */
export function pageHeaders(development: DevelopmentServer | undefined): Record<string, string> {
  const headers = securityHeaders(development)
  const policy = `${headers['Content-Security-Policy']}; frame-src ${APP_VIEW_SCHEME}:`
  return { ...headers, 'Content-Security-Policy': policy }
}

/**
 * Headers of a frame of a server's interface: nothing is kept, and nothing is told to others.
 * @param features that it may use
 */
export function appFrameHeaders(
  policy: string,
  features: readonly string[] = [],
): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Permissions-Policy': permissionsPolicy(features),
    'X-DNS-Prefetch-Control': 'off',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  }
}

/** Headers of every response; the policy is loosened only for a development server. */
export function securityHeaders(
  development: DevelopmentServer | undefined,
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(development),
    'Permissions-Policy': PERMISSIONS_POLICY,
    'X-DNS-Prefetch-Control': 'off',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  }
}

/**
 * Headers of the page that draws diagrams. Its sandbox has an opaque origin: no storage, no opened windows, no
 * submitted forms. It may style its drawing, and turn it into a picture by way of a `data:` address.
 */
export function diagramHeaders(): Record<string, string> {
  const { 'Cross-Origin-Resource-Policy': _sameOrigin, ...headers } = securityHeaders(undefined)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts',
  ]
  return { ...headers, 'Content-Security-Policy': policy.join('; ') }
}

/**
 * Headers of the page that draws pictures. It fetches the picture and the WebAssembly of its own folder, and draws
 * pictures that it holds itself.
 */
export function pictureHeaders(): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "connect-src 'self'",
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { ...securityHeaders(undefined), 'Content-Security-Policy': policy.join('; ') }
}

/** No one gets any of these, frames included; an unknown name would only be a warning in the console. */
const REFUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
]

const permissionsPolicy = (but: readonly string[]): string =>
  REFUSED_FEATURES.filter((feature) => !but.includes(feature))
    .map((feature) => `${feature}=()`)
    .join(', ')

const PERMISSIONS_POLICY = permissionsPolicy([])

function contentSecurityPolicy(development: DevelopmentServer | undefined): string {
  const inline = development ? " 'unsafe-inline'" : ''
  const socket = development ? ` ${development.origin.replace(/^http/, 'ws')}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
