import { isWindowsPath } from './folder-path.ts'

/**
 * The `file:` URL of a normalised absolute path (RFC 8089), encoded as servers decode it: `#`, `?` and
 * `%` too, which a path may hold and which mean something else in a URL.
 */
export function folderUrl(path: string): string {
  if (!isWindowsPath(path)) return `file://${encodePath(path)}`
  const slashed = path.replaceAll('\\', '/')
  // A network share's host is the URL's; a drive comes after an empty host.
  return slashed.startsWith('//') ? `file:${encodePath(slashed)}` : `file:///${encodePath(slashed)}`
}

function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent)
}
