import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface KeyValue {
  /** React key and, unless label is given, the words. */
  name: string
  label?: ReactNode | undefined
  value: ReactNode
}

export interface KeyValuesProps {
  items: readonly KeyValue[]
  /** Names and values are data (arguments): JetBrains Mono. */
  mono?: boolean | undefined
  /** 'card': rows reach the card's edges. 'plain': no side padding. */
  variant?: 'card' | 'plain' | undefined
  className?: string | undefined
}

/** Names on the left, values on the right, hairlines between. The names' column fits its longest name. */
export function KeyValues({ items, mono, variant = 'plain', className }: KeyValuesProps) {
  const inCard = variant === 'card'
  return (
    <dl
      className={classNames(
        'grid',
        inCard
          ? 'grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)]'
          : 'grid-cols-[minmax(6.25rem,max-content)_minmax(0,1fr)]',
        className,
      )}
    >
      {items.map((item, index) => {
        const cell = classNames('min-w-0 break-words py-1.5', index > 0 && 'border-t border-line')
        return (
          <div key={item.name} className="contents">
            <dt
              className={classNames(
                cell,
                inCard && 'pl-3',
                'max-w-48 pr-4 text-fg-2',
                mono ? 'font-mono text-small' : 'text-note leading-5',
              )}
            >
              {item.label ?? item.name}
            </dt>
            <dd
              className={classNames(
                cell,
                inCard && 'pr-3',
                'text-fg',
                mono ? 'font-mono text-small' : 'text-body',
              )}
            >
              {item.value}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
