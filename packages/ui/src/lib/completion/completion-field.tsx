import type { CompletionRequest, ServerView } from '@gatehouse/domain'
import { useState } from 'react'
import { SuggestField, TextField, type FieldTexts } from '../../kit/index.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from '../words/i18n.ts'
import { hasCapability } from '../servers/server-capabilities.ts'
import { useCompletion, type CompletionState } from './use-completion.ts'

export interface CompletionFieldProps extends FieldTexts {
  server: { id: string; name: string; completes: boolean }
  completionRef: CompletionRequest['ref']
  name: string
  value: string
  /** All arguments that are filled in; this one is left out. */
  filled: Record<string, string>
  onValueChange: (value: string) => void
}

/** Facts about its server that a completed field needs. */
export function completingServer(view: ServerView): CompletionFieldProps['server'] {
  const { id, name } = view.config
  return { id, name, completes: hasCapability(view, 'completions') }
}

/** One argument or variable, completed by the server while it is being typed. */
export function CompletionField(props: CompletionFieldProps) {
  const { server, completionRef, name, value, filled, onValueChange, ...texts } = props
  const [active, setActive] = useState(false)
  const { [name]: _own, ...context } = filled
  const request = { ref: completionRef, argument: { name, value }, context }
  const state = useCompletion(server.id, active ? request : null)
  const status = useStatus(state, server.name)
  if (!server.completes) return <TextField {...texts} value={value} onValueChange={onValueChange} />
  return (
    <div onFocus={() => setActive(true)} onBlur={() => setActive(false)}>
      <SuggestField
        {...texts}
        value={value}
        onValueChange={onValueChange}
        suggestions={state.completion.values}
        loading={state.loading}
        status={status}
      />
    </div>
  )
}

function useStatus({ completion, loading, failed }: CompletionState, server: string) {
  const t = useT('servers')
  const { number } = useFormats()
  if (loading) return undefined
  if (failed) return t('completion.failed', { server })
  const { values, total, hasMore } = completion
  if (values.length === 0) return undefined
  const shown = number(values.length)
  if (total === undefined && hasMore === true) return t('completion.first', { shown, server })
  return t('completion.status', {
    shown,
    total: number(Math.max(total ?? 0, values.length)),
    server,
  })
}
