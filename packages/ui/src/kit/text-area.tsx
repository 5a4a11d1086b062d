import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
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

/** More characters than any field shows at once; the height of a longer text is the greatest anyway. */
const MEASURED = 20_000

/** The text as the browser breaks it into lines; the blank keeps a last line that is empty. */
function measured(value: string): string {
  return `${value.slice(0, MEASURED).replaceAll(/\r\n?/g, '\n')} `
}

/**
 * A bare textarea that grows with its text up to maxRows, then scrolls (the composer builds on it). An
 * unseen copy of the text in the same cell of a grid gives it its height: nothing is measured by script,
 * and no height changes on the way to the right one, so what stands around it never moves for a moment.
 * (`field-sizing: content` beside a greatest height hangs Chromium 130 when a long text is cleared.)
 */
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
  const box = classNames(
    '[grid-area:1/1] [scrollbar-gutter:stable]',
    mono && 'font-mono text-small',
    className,
  )
  return (
    <div className="grid w-full min-w-0 grid-cols-1">
      <textarea
        {...native}
        rows={1}
        value={value}
        onChange={(event) => onValueChange?.(event.target.value)}
        style={{ ...style, ...height }}
        className={classNames('block resize-none', box)}
      />
      <div
        aria-hidden
        data-text={measured(value)}
        style={height}
        className={classNames(
          'pointer-events-none invisible overflow-hidden [text-rendering:auto] break-words whitespace-pre-wrap after:content-[attr(data-text)]',
          box,
        )}
      />
    </div>
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
