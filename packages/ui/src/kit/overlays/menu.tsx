import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { MenuEntries, menuPopup, type MenuEntry } from './menu-entries.tsx'

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  side?: 'top' | 'bottom' | undefined
  align?: 'start' | 'center' | 'end' | undefined
}

export function Menu({ trigger, entries, side = 'bottom', align = 'start' }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup className={menuPopup}>
            <MenuEntries entries={entries} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export interface ContextMenuProps {
  children: ReactNode
  entries: readonly MenuEntry[]
  className?: string | undefined
}

/** Opens on right click, long press and Shift F10; every action must exist elsewhere too. */
export function ContextMenu({ children, entries, className }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger className={className}>{children}</BaseContextMenu.Trigger>
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner collisionPadding={8} className="z-50 outline-none">
          <BaseContextMenu.Popup className={menuPopup}>
            <MenuEntries entries={entries} />
          </BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  )
}
