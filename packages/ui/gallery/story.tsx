import { useState, type ReactNode } from 'react'
import { useLocale } from '../src/lib/words/i18n.ts'

/** The export `story` of a file in stories/. Its file name is the name used in the address. */
export interface Story {
  title: string
  group:
    | 'Frame'
    | 'Foundation'
    | 'Controls'
    | 'Overlays'
    | 'Display'
    | 'Chat'
    | 'Servers'
    | 'Activity'
    | 'Workspaces'
    | 'Settings'
  /** A component: hooks are allowed. */
  Body: () => ReactNode
  /** Fills the window, without padding. */
  fullBleed?: boolean
  /** The whole app, which brings its own providers. */
  standalone?: boolean
}

/** Words for stories only: `localized('Send', '发送')`. */
export function useLocalText(): (english: string, chinese: string) => string {
  const locale = useLocale()
  return (english, chinese) => (locale === 'zh-CN' ? chinese : english)
}

/** A named part of a story. */
export function Specimen({
  title,
  children,
  stack = false,
}: {
  title: string
  children: ReactNode
  stack?: boolean
}) {
  return (
    <section className="mb-7">
      <h2 className="mb-2.5 text-small font-semibold text-fg-3">{title}</h2>
      <div
        className={
          stack ? 'flex max-w-column flex-col gap-3' : 'flex flex-wrap items-center gap-2.5'
        }
      >
        {children}
      </div>
    </section>
  )
}

/** State for a story's control, so that it can be played with. */
export function Playable<T>({
  initial,
  children,
}: {
  initial: T
  children: (value: T, set: (value: T) => void) => ReactNode
}) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}
