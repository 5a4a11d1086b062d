import { useCallback } from 'react'
import { useAppInfo } from '../queries/app.ts'

/** `/home/ada/code` as `~/code`, as people write it. */
export function shortPath(path: string, home: string | undefined): string {
  if (home === undefined || home === '' || home === '/') return path
  if (path === home) return '~'
  const separator = home.includes('\\') ? '\\' : '/'
  return path.startsWith(home + separator) ? `~${path.slice(home.length)}` : path
}

export function useShortPath(): (path: string) => string {
  const home = useAppInfo().data?.homeFolder
  return useCallback((path) => shortPath(path, home), [home])
}
