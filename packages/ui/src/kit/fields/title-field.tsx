import { useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { isComposing } from './is-composing.ts'

export interface TitleFieldProps {
  label: string
  value: string
  onSave: (title: string) => void
  onClose: () => void
  /** Default 200. */
  maxLength?: number | undefined
  className?: string | undefined
}

/** A title being typed in place: Enter and leaving save, Escape does not. */
export function TitleField(props: TitleFieldProps) {
  const { label, value, onSave, onClose, maxLength = 200, className } = props
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const done = useRef(false)
  useEffect(() => field.current?.select(), [])
  const close = (save: boolean) => {
    if (done.current) return
    done.current = true
    const title = text.trim()
    if (save && title !== '' && title !== value) onSave(title)
    onClose()
  }
  return (
    <input
      ref={field}
      aria-label={label}
      value={text}
      maxLength={maxLength}
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close(event.key === 'Enter')
      }}
      className={classNames(
        'min-w-0 rounded-md border border-accent bg-card px-1.5 text-fg outline-none',
        className,
      )}
    />
  )
}
