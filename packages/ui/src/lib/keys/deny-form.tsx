import { useRef, useEffect } from 'react'
import { Button, isComposing, TextField } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'
import type { Denial } from './use-denial.ts'

interface DenyFormProps {
  /** Asks for the reason, and shows who will read it. */
  label: string
  busy: boolean
  denial: Denial
  onDeny: (reason: string) => void
  onCancel: () => void
}

/** Asks for a reason, which may be left out. Enter denies, with or without Ctrl; Escape goes back. */
export function DenyForm({ label, busy, denial, onDeny, onCancel }: DenyFormProps) {
  const { reason } = denial
  const t = useT('chat')
  const common = useT('common')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="flex w-full flex-wrap items-end gap-2">
      <TextField
        ref={field}
        className="min-w-56 flex-1"
        label={label}
        placeholder={t('call.denyPlaceholder')}
        maxLength={4000}
        value={reason}
        onValueChange={denial.change}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') onDeny(reason.trim())
          else onCancel()
        }}
      />
      <Button onClick={onCancel}>{common('actions.cancel')}</Button>
      <Button variant="danger" keys="Enter" loading={busy} onClick={() => onDeny(reason.trim())}>
        {t('call.denyNow')}
      </Button>
    </div>
  )
}
