const DRIVE = /^[A-Za-z]:[\\/]/
const SHARE = /^[\\/]{2}[^\\/]+[\\/]+[^\\/]+/

/** True if a path is a Windows path: it begins with a drive or a network share. */
export function isWindowsPath(path: string): boolean {
  return DRIVE.test(path) || path.startsWith('\\\\')
}

/**
 * An absolute path in one spelling: `~` filled in, `.` and `..` resolved, no doubled slashes and none
 * at the end. `null` when it is not absolute or cannot be a path.
 */
export function normaliseFolder(given: string, home: string): string | null {
  const path = /^~(?=$|[\\/])/.test(given) ? home + given.slice(1) : given
  if (path.includes('\0') || !isWellFormed(path)) return null
  if (isWindowsPath(path)) return normaliseWindows(path)
  return path.startsWith('/') ? `/${resolve(path.split('/')).join('/')}` : null
}

/** Returns the name of a folder: the last part of its path, or the whole path if it has one part only. */
export function folderName(path: string): string {
  const parts = path.split(isWindowsPath(path) ? '\\' : '/').filter((part) => part !== '')
  return parts.at(-1) ?? path
}

/** Equal for paths that name the same folder; Windows paths are case-insensitive. */
export function folderKey(path: string): string {
  return isWindowsPath(path) ? path.toLowerCase() : path
}

function normaliseWindows(path: string): string | null {
  const share = SHARE.exec(path)?.[0]
  if (share !== undefined) {
    const [host = '', name = ''] = share.split(/[\\/]+/).filter((part) => part !== '')
    const rest = resolve(path.slice(share.length).split(/[\\/]/))
    return `\\\\${[host, name, ...rest].join('\\')}`
  }
  if (!DRIVE.test(path)) return null
  const drive = path.slice(0, 1).toUpperCase()
  return `${drive}:\\${resolve(path.slice(2).split(/[\\/]/)).join('\\')}`
}

function resolve(parts: string[]): string[] {
  const kept: string[] = []
  for (const part of parts) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return kept
}

function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

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
