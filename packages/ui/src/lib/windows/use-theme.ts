import { useSyncExternalStore } from 'react'
import { defaultSettings } from '@gatehouse/domain'
import { useSettings } from '../queries/app.ts'

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

function watchSystem(onChange: () => void): () => void {
  const query = system()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The theme that is shown, for what cannot follow it by its styles. */
export function useTheme(): 'light' | 'dark' {
  const { theme } = useSettings().data ?? defaultSettings
  const isDark = useSyncExternalStore(watchSystem, () => system().matches)
  if (theme !== 'system') return theme
  return isDark ? 'dark' : 'light'
}
