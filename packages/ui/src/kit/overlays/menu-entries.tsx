import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { popupBox, popupItem } from '../fields/control-styles.ts'
import { Icon, type IconType } from '../marks/icon.tsx'
import { ariaKeyShortcuts, Kbd } from '../marks/kbd.tsx'
import { useKit } from '../kit-labels.ts'
import { revealed } from '../text/reveal-text.tsx'

export interface MenuActionEntry {
  kind?: 'action' | undefined
  label: string
  detail?: ReactNode | undefined
  icon?: IconType | undefined
  keys?: string | undefined
  tone?: 'danger' | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

/** A choice that can be on or off; the menu stays open unless one choice is all there is to make. */
export interface MenuCheckEntry {
  kind: 'check'
  label: string
  detail?: ReactNode | undefined
  checked: boolean
  closes?: boolean | undefined
  disabled?: boolean | undefined
  onCheckedChange: (checked: boolean) => void
}

export interface MenuSubmenuEntry {
  kind: 'submenu'
  label: string
  icon?: IconType | undefined
  disabled?: boolean | undefined
  entries: readonly MenuEntry[]
}

export interface MenuGroupEntry {
  kind: 'group'
  label: string
  entries: readonly MenuEntry[]
}

export interface MenuSeparatorEntry {
  kind: 'separator'
}

export type MenuEntry =
  | MenuActionEntry
  | MenuCheckEntry
  | MenuSubmenuEntry
  | MenuGroupEntry
  | MenuSeparatorEntry

export const menuPopup = classNames(
  popupBox,
  'max-h-(--available-height) min-w-44 overflow-y-auto p-1',
)

function ActionRow({ entry }: { entry: MenuActionEntry }) {
  const { platform } = useKit()
  return (
    <BaseMenu.Item
      disabled={entry.disabled ?? false}
      onClick={entry.onSelect}
      aria-keyshortcuts={entry.keys ? ariaKeyShortcuts(entry.keys, platform) : undefined}
      className={classNames(
        popupItem,
        entry.tone === 'danger' ? 'text-danger data-highlighted:bg-danger-soft' : 'text-fg',
      )}
    >
      {entry.icon && (
        <Icon icon={entry.icon} className={entry.tone === 'danger' ? undefined : 'text-fg-2'} />
      )}
      <span className="min-w-0 flex-1 truncate">{revealed(entry.label)}</span>
      {entry.detail && <span className="text-small text-fg-3">{entry.detail}</span>}
      {entry.keys && <Kbd keys={entry.keys} />}
    </BaseMenu.Item>
  )
}

function CheckRow({ entry }: { entry: MenuCheckEntry }) {
  return (
    <BaseMenu.CheckboxItem
      checked={entry.checked}
      closeOnClick={entry.closes ?? false}
      disabled={entry.disabled ?? false}
      onCheckedChange={entry.onCheckedChange}
      className={classNames(popupItem, 'text-fg')}
    >
      <span className="flex size-4 items-center justify-center">
        {entry.checked && <Icon icon={Check} size={14} className="text-accent" />}
      </span>
      <span className="min-w-0 flex-1 truncate">{revealed(entry.label)}</span>
      {entry.detail && <span className="text-small text-fg-3">{entry.detail}</span>}
    </BaseMenu.CheckboxItem>
  )
}

function Submenu({ entry }: { entry: MenuSubmenuEntry }) {
  return (
    <BaseMenu.SubmenuRoot disabled={entry.disabled ?? false}>
      <BaseMenu.SubmenuTrigger
        className={classNames(popupItem, 'text-fg data-popup-open:bg-hover')}
      >
        {entry.icon && <Icon icon={entry.icon} className="text-fg-2" />}
        <span className="min-w-0 flex-1 truncate">{revealed(entry.label)}</span>
        <Icon icon={ChevronRight} size={14} className="text-fg-3" />
      </BaseMenu.SubmenuTrigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          sideOffset={2}
          alignOffset={-5}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup className={menuPopup}>
            <MenuEntries entries={entry.entries} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.SubmenuRoot>
  )
}

function MenuRow({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
    case 'group':
      return (
        <BaseMenu.Group>
          <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-0.5 text-micro font-medium text-fg-3">
            {revealed(entry.label)}
          </BaseMenu.GroupLabel>
          <MenuEntries entries={entry.entries} />
        </BaseMenu.Group>
      )
    case 'check':
      return <CheckRow entry={entry} />
    case 'submenu':
      return <Submenu entry={entry} />
    case 'action':
    case undefined:
      return <ActionRow entry={entry} />
  }
}

/** The rows of Menu and ContextMenu, made from data. */
export function MenuEntries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => (
    <MenuRow key={`${index}:${'label' in entry ? entry.label : 'separator'}`} entry={entry} />
  ))
}
