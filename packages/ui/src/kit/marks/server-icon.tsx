import { drawableIcon, type Icon } from '@gatehouse/domain'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { classNames } from '../class-names.ts'
import { isDrawableIcon } from '../picture-limits/check-picture-limits.ts'

export interface ServerIconProps {
  icons: readonly Icon[] | undefined
  className?: string | undefined
}

/**
 * A server's own picture, where it came with it: nothing is fetched for it. Decorative: the name
 * stands beside it. Draws nothing when there is none, it is not a picture, or its header claims a large one.
 */
export function ServerIcon({ icons, className }: ServerIconProps) {
  const isDark = useSyncExternalStore(watchTheme, isDarkNow)
  const [broken, setBroken] = useState<string | null>(null)
  const icon = drawableIcon(icons, isDark ? 'dark' : 'light')
  const drawable = useMemo(() => icon !== undefined && isDrawableIcon(icon.src), [icon])
  if (!icon || !drawable || icon.src === broken) return null
  return (
    <img
      src={icon.src}
      alt=""
      aria-hidden
      draggable={false}
      className={classNames('size-4 shrink-0 rounded-sm object-contain', className)}
      onError={() => setBroken(icon.src)}
    />
  )
}

const DARK = '(prefers-color-scheme: dark)'

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true })
  const system = globalThis.matchMedia?.(DARK)
  system?.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system?.removeEventListener('change', onChange)
  }
}

/** The theme that was chosen, else the system's. */
function isDarkNow(): boolean {
  const { theme } = document.documentElement.dataset
  if (theme === 'dark' || theme === 'light') return theme === 'dark'
  return globalThis.matchMedia?.(DARK).matches ?? false
}
