import { settingsSchema, type Settings } from '@gatehouse/domain'
import { useState } from 'react'
import { RadioGroup, TextField } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'

/** When models look for tools instead of being offered all of them at once. */
export function ToolSearchSettings({ settings }: { settings: Settings }) {
  const t = useT('providers')
  const { mutate } = useAction('app.change-settings')
  const { toolSearch, toolSearchShare } = settings
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={t('toolSearch.label')}
        description={t('toolSearch.note')}
        value={toolSearch}
        onValueChange={(next) => mutate({ toolSearch: next })}
        options={[
          { value: 'share', label: t('toolSearch.share', { percent: toolSearchShare }) },
          { value: 'always', label: t('toolSearch.always') },
          { value: 'never', label: t('toolSearch.never') },
        ]}
      />
      {toolSearch === 'share' && <ContextShare name="toolSearchShare" value={toolSearchShare} />}
    </div>
  )
}

const WORDS = {
  toolSearchShare: ['toolSearch.percent', 'toolSearch.percentNote'],
  contextWarning: ['contextWarning.percent', 'contextWarning.note'],
} as const

/** A share of the context in percent. */
export function ContextShare({ name, value }: { name: keyof typeof WORDS; value: number }) {
  const t = useT('providers')
  const { mutate } = useAction('app.change-settings')
  const [typed, setTyped] = useState<string | null>(null)
  const parsed = settingsSchema.shape[name].safeParse(Number(typed ?? value))
  const commit = (): void => {
    if (!parsed.success) return
    if (parsed.data !== value) mutate({ [name]: parsed.data })
    setTyped(null)
  }
  const [label, description] = WORDS[name]
  return (
    <TextField
      className="max-w-96"
      label={t(label)}
      description={t(description)}
      inputMode="numeric"
      value={typed ?? String(value)}
      error={parsed.success ? undefined : t('toolSearch.percentIssue')}
      onValueChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
