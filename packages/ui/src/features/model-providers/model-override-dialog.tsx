import type { ModelInfo, ModelProvider } from '@gatehouse/domain'
import { knownModel, MODEL_FACT_LIMITS } from '@gatehouse/domain/models'
import { useState } from 'react'
import { Button, Dialog, Select, TextField } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAction } from '../../lib/queries/index.ts'
import { LearnedChanges } from './learned-changes.tsx'
import {
  CHOICES,
  overrideForm,
  readOverride,
  type Choice,
  type ChoiceName,
  type OverrideField,
} from './model-override-form.ts'

export interface ModelOverrideDialogProps {
  model: ModelInfo
  provider: ModelProvider
  onClose: () => void
}

/** Dialog of the person's facts about a model, in place of stated or assumed ones. */
export function ModelOverrideDialog({ model, provider, onClose }: ModelOverrideDialogProps) {
  const t = useT('providers')
  const common = useT('common')
  const { number } = useFormats()
  const override = provider.overrides?.find(({ id }) => id === model.id)
  const [form, setForm] = useState(() => overrideForm(override))
  const [attempted, setAttempted] = useState(false)
  const { perform, isPending } = useAction('provider.override')
  // What counts where nothing is set here.
  const others = knownModel({ models: provider.models }, model.id)
  const read = readOverride(form)
  const ref = { providerId: provider.id, modelId: model.id }
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part })
  const issueOf = (field: OverrideField): string | undefined =>
    attempted && read.issues.has(field)
      ? t(`override.issues.${field}`, {
          least: number(MODEL_FACT_LIMITS.smallestContext),
          most: number(MODEL_FACT_LIMITS.contextWindow),
        })
      : undefined
  const optionsOf = (name: ChoiceName): { value: Choice; label: string }[] => {
    const value = others[name]?.value
    const unset = value === undefined ? 'unknown' : value ? 'yes' : 'no'
    return [
      { value: 'default', label: t(`override.default.${unset}`) },
      { value: 'yes', label: t('override.yes') },
      { value: 'no', label: t('override.no') },
    ]
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('override.title', { model: oneLine(model.id, 80) })}
      description={t('override.note')}
      footer={
        <>
          <Button
            className="mr-auto"
            disabled={override === undefined || isPending}
            onClick={() => perform({ model: ref, override: null }, onClose)}
          >
            {t('override.reset')}
          </Button>
          <Button onClick={onClose}>{common('actions.cancel')}</Button>
          <Button variant="primary" type="submit" form="model-override" loading={isPending}>
            {common('actions.save')}
          </Button>
        </>
      }
    >
      <form
        id="model-override"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setAttempted(true)
          if (read.issues.size === 0) perform({ model: ref, override: read.override }, onClose)
        }}
      >
        <TextField
          label={t('override.context')}
          inputMode="numeric"
          placeholder={others.contextWindow && number(others.contextWindow.value)}
          description={provider.local ? t('override.contextLocal') : undefined}
          value={form.contextWindow}
          error={issueOf('contextWindow')}
          onValueChange={(contextWindow) => change({ contextWindow })}
        />
        {CHOICES.map((name) => (
          <Select
            key={name}
            label={t(`override.${name}`)}
            value={form[name]}
            onValueChange={(choice) => change({ [name]: choice })}
            options={optionsOf(name)}
          />
        ))}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('override.input')}
            inputMode="decimal"
            placeholder={others.price && String(others.price.value.input)}
            value={form.input}
            error={issueOf('price')}
            onValueChange={(input) => change({ input })}
          />
          <TextField
            label={t('override.output')}
            inputMode="decimal"
            placeholder={others.price && String(others.price.value.output)}
            value={form.output}
            onValueChange={(output) => change({ output })}
          />
        </div>
      </form>
      <LearnedChanges modelId={model.id} provider={provider} />
    </Dialog>
  )
}
