import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconType } from '../marks/icon.tsx'

export interface TabItem<V extends string = string> {
  value: V
  label: ReactNode
  /** Already formatted ('1,204'). */
  count?: string | number | undefined
  icon?: IconType | undefined
  disabled?: boolean | undefined
  content: ReactNode
}

export interface TabsProps<V extends string = string> {
  /** Accessible name of the list of tabs. */
  label: string
  items: readonly TabItem<V>[]
  value: V
  onValueChange: (value: V) => void
  /** 'line' under a header; 'segment' small, inside a card (tree / raw). */
  variant?: 'line' | 'segment' | undefined
  className?: string | undefined
  listClassName?: string | undefined
  panelClassName?: string | undefined
}

const lists = {
  // Tabs that do not fit go to a second row: one that is scrolled out of view is not found.
  line: 'flex flex-wrap items-stretch gap-x-2.5 border-b border-line px-4 @max-2xl:gap-x-1 @max-2xl:px-3',
  segment: 'inline-flex h-6 items-stretch gap-0.5 self-start rounded-md border border-line p-0.5',
} as const

const tabs = {
  line:
    'relative inline-flex h-10 items-center gap-1.5 px-1.5 @max-2xl:gap-1 @max-2xl:px-1 text-body font-medium whitespace-nowrap text-fg-2 select-none ' +
    'hover:text-fg data-active:text-fg focus-visible:-outline-offset-2 rounded-sm data-disabled:opacity-50 ' +
    'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 data-active:after:bg-accent',
  segment:
    'inline-flex items-center gap-1 rounded-[3px] px-1.5 text-micro font-medium text-fg-2 select-none hover:text-fg ' +
    'data-active:bg-active data-active:text-fg data-disabled:opacity-50',
} as const

export function Tabs<V extends string = string>(props: TabsProps<V>) {
  const {
    label,
    items,
    value,
    onValueChange,
    variant = 'line',
    className,
    listClassName,
    panelClassName,
  } = props
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: V) => onValueChange(next)}
      className={classNames('flex min-h-0 flex-col', variant === 'line' && '@container', className)}
    >
      <BaseTabs.List
        aria-label={label}
        activateOnFocus
        className={classNames(lists[variant], listClassName)}
      >
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            value={item.value}
            disabled={item.disabled ?? false}
            className={tabs[variant]}
          >
            {item.icon && <Icon icon={item.icon} size={14} />}
            {item.label}
            {item.count !== undefined && (
              <span className="font-normal text-fg-3 tabular-nums">{item.count}</span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel
          key={item.value}
          value={item.value}
          className={classNames('min-h-0 flex-1 focus-visible:-outline-offset-2', panelClassName)}
        >
          {item.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
