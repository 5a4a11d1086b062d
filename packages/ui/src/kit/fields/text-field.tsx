import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { typedBox } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { Icon, type IconType } from '../marks/icon.tsx'

export interface TextFieldProps
  extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, keyof FieldTexts | 'size' | 'onChange'> {
  value: string
  onValueChange?: ((value: string) => void) | undefined
  /** JetBrains Mono, for commands, paths, URLs and identifiers. */
  mono?: boolean | undefined
  icon?: IconType | undefined
  /** Inside the box at its end: a unit, an icon button. */
  trailing?: ReactNode | undefined
  /** After the box, in its line: a button that fills it in. */
  beside?: ReactNode | undefined
  size?: 'medium' | 'large' | undefined
}

export function TextField(props: TextFieldProps) {
  const [texts, rest] = splitFieldTexts(props)
  const {
    id,
    className,
    value,
    onValueChange,
    mono,
    icon,
    trailing,
    beside,
    size = 'medium',
    type = 'text',
    ...native
  } = rest
  return (
    <Field {...texts} id={id} className={className}>
      {(control) => (
        <div className="flex gap-2">
          <div className="relative flex min-w-0 flex-1 items-center">
            {icon && (
              <Icon
                icon={icon}
                size={14}
                className="pointer-events-none absolute left-2.5 text-fg-3"
              />
            )}
            <input
              spellCheck={false}
              autoComplete="off"
              {...native}
              {...control}
              type={type}
              value={value}
              onChange={(event) => onValueChange?.(event.target.value)}
              className={classNames(
                typedBox,
                size === 'large' ? 'h-8' : 'h-control',
                icon ? 'pl-8' : 'pl-2.5',
                trailing ? 'pr-8' : 'pr-2.5',
                mono && 'font-mono text-small',
              )}
            />
            {trailing && <div className="absolute right-0.5 flex items-center">{trailing}</div>}
          </div>
          {beside}
        </div>
      )}
    </Field>
  )
}
