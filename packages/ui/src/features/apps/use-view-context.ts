import type { AppDisplayMode, AppViewContext } from '@gatehouse/domain/apps'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useTheme } from '../../lib/windows/use-theme.ts'
import { useLocale } from '../../lib/words/i18n.ts'
import { styleVariables } from './style-variables.ts'

/** Share of the window's height that a view may have. */
const MAX_SHARE = 0.75

export const maxViewHeight = (): number => Math.round(window.innerHeight * MAX_SHARE)

/** Returns a reader of the context of a view, and sends it again when theme, language, mode or room change. */
export function useViewContext(
  box: RefObject<HTMLElement | null>,
  { viewId, mode }: { viewId: string; mode: AppDisplayMode },
): () => AppViewContext {
  const { request } = useBridge()
  const theme = useTheme()
  const locale = useLocale()
  const read = useCallback(
    (): AppViewContext => ({
      theme,
      locale,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      variables: styleVariables(),
      width: box.current?.clientWidth ?? 0,
      maxHeight: mode === 'inline' ? maxViewHeight() : (box.current?.clientHeight ?? 0),
      displayMode: mode,
    }),
    [box, theme, locale, mode],
  )
  const sent = useRef('')
  useEffect(() => {
    const element = box.current
    const send = (): void => {
      const context = read()
      const text = JSON.stringify(context)
      if (text === sent.current) return
      sent.current = text
      // A view that is over has no context.
      request('app-view.set-context', { viewId, context }).catch(() => undefined)
    }
    // The styles follow the theme after this draws.
    const frame = requestAnimationFrame(send)
    const observer = new ResizeObserver(send)
    if (element) observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [box, read, request, viewId])
  return read
}
