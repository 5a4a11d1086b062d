import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { typedBox } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'

export interface AutoGrowTextAreaProps extends Omit<
  ComponentPropsWithRef<'textarea'>,
  'onChange' | 'rows'
> {
  value: string
  onValueChange?: ((value: string) => void) | undefined
  mono?: boolean | undefined
  minRows?: number | undefined
  maxRows?: number | undefined
}

/** A bare textarea that grows with its text up to maxRows, then scrolls (the composer builds on it). */
export function AutoGrowTextArea(props: AutoGrowTextAreaProps) {
  const {
    value,
    onValueChange,
    mono = false,
    minRows = 2,
    maxRows = 16,
    className,
    style,
    ...native
  } = props
  const height = {
    minHeight: `calc(${minRows}lh + 0.75rem)`,
    maxHeight: `calc(${maxRows}lh + 0.75rem)`,
  }
  return (
    <textarea
      {...native}
      rows={1}
      value={value}
      onChange={(event) => onValueChange?.(event.target.value)}
      style={{ ...style, ...height }}
      className={classNames(
        'block field-sizing-content w-full min-w-0 resize-none [scrollbar-gutter:stable]',
        mono && 'font-mono text-small',
        className,
      )}
    />
  )
}

export interface TextAreaProps extends FieldTexts, Omit<AutoGrowTextAreaProps, keyof FieldTexts> {}

export function TextArea(props: TextAreaProps) {
  const [texts, rest] = splitFieldTexts(props)
  const { id, className, ...area } = rest
  return (
    <Field {...texts} id={id} className={className}>
      {(control) => (
        <AutoGrowTextArea
          spellCheck={false}
          {...area}
          {...control}
          className={classNames(typedBox, 'px-2.5 py-1')}
        />
      )}
    </Field>
  )
}
