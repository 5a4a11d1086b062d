import { Command, CornerDownLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useKit, type KitPlatform } from '../kit-labels.ts'

export interface KbdProps {
  /** Keys joined by '+': 'Mod+Enter', 'Escape', 'Mod+Shift+F'. Mod is ⌘ on mac and Ctrl elsewhere. */
  keys: string
  /** Draws it for a filled button. */
  onAccent?: boolean | undefined
  className?: string | undefined
}

const glyph = 'size-2.5 stroke-[2]'

function keyCap(key: string, platform: KitPlatform): ReactNode {
  switch (key) {
    case 'Mod':
      return platform === 'mac' ? <Command key={key} aria-hidden className={glyph} /> : 'Ctrl'
    case 'Enter':
      return <CornerDownLeft key={key} aria-hidden className={glyph} />
    case 'Escape':
      return 'esc'
    case 'Alt':
      return platform === 'mac' ? '⌥' : 'Alt'
    case 'Shift':
      return platform === 'mac' ? '⇧' : 'Shift'
    case 'ArrowUp':
      return '↑'
    case 'ArrowDown':
      return '↓'
    default:
      return key
  }
}

/** The value for aria-keyshortcuts, which knows no 'Mod'. */
export function ariaKeyShortcuts(keys: string, platform: KitPlatform): string {
  return keys.replace('Mod', platform === 'mac' ? 'Meta' : 'Control')
}

/** A keyboard shortcut as a key cap. Decorative: the control that owns it sets aria-keyshortcuts. */
export function Kbd({ keys, onAccent = false, className }: KbdProps) {
  const { platform } = useKit()
  return (
    <kbd
      aria-hidden
      className={classNames(
        'inline-flex h-4 min-w-4 shrink-0 items-center justify-center gap-1 rounded-sm border px-1',
        'font-sans text-micro font-medium whitespace-nowrap',
        onAccent
          ? 'border-current/35 text-current'
          : 'border-line-strong bg-card text-fg-2 shadow-[0_1px_0_var(--line-strong)]',
        className,
      )}
    >
      {keys.split('+').map((key) => (
        <span key={key} className="inline-flex items-center leading-none">
          {keyCap(key, platform)}
        </span>
      ))}
    </kbd>
  )
}
