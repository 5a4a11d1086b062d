import { useRef, type ComponentPropsWithRef, type Ref } from 'react'
import { classNames } from './class-names.ts'
import { typedBox } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { useFittedHeight } from './text-area-fitter.ts'

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

function assignRef<T>(target: Ref<T> | undefined, node: T | null): void {
  if (typeof target === 'function') target(node)
  else if (target) target.current = node
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
    ref,
    style,
    ...native
  } = props
  const own = useRef<HTMLTextAreaElement>(null)
  useFittedHeight(own, value)
  return (
    <textarea
      {...native}
      ref={(node) => {
        own.current = node
        assignRef(ref, node)
      }}
      value={value}
      onChange={(event) => onValueChange?.(event.target.value)}
      style={{
        ...style,
        minHeight: `calc(${minRows}lh + 0.75rem)`,
        maxHeight: `calc(${maxRows}lh + 0.75rem)`,
      }}
      className={classNames('block resize-none', mono && 'font-mono text-small', className)}
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
