import type { ModelRef } from '@gatehouse/domain'
import { isSameModel, type SamplingRule } from '@gatehouse/domain/server-requests'
import { useState } from 'react'
import { Button, Checkbox, TextField } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useProviders } from '../../../lib/queries/index.ts'

type Budget = Extract<SamplingRule, { kind: 'budget' }>

interface SamplingBudgetProps {
  /** The budget that there is; `null` for a new one. */
  rule: Budget | null
  busy: boolean
  /** True if the consent window will ask. */
  needsReview: (next: Budget) => boolean
  /** The most tokens a day. */
  limit: number
  onSave: (next: Budget) => void
  onCancel: (() => void) | undefined
}

interface Option {
  ref: ModelRef
  label: string
}

/** Daily token limit, and the models that may use it. */
export function SamplingBudget(props: SamplingBudgetProps) {
  const { rule, busy, needsReview, limit, onSave, onCancel } = props
  const t = useT('permissions')
  const { number } = useFormats()
  const [tokens, setTokens] = useState(String(rule?.tokensPerDay ?? 20_000))
  const [models, setModels] = useState<ModelRef[]>(rule?.models ?? [])
  const options = useOptions(models)
  const count = /^\d{1,9}$/.test(tokens.trim()) ? Number(tokens) : 0
  const isNumber = count >= 1 && count <= limit
  const next: Budget = { kind: 'budget', tokensPerDay: count, models }
  const isChanged = JSON.stringify(next) !== JSON.stringify(rule)
  const isWhole = isNumber && models.length > 0
  const toggle = (ref: ModelRef, on: boolean): void =>
    setModels(on ? [...models, ref] : models.filter((one) => !isSameModel(one, ref)))
  return (
    <div className="flex flex-col gap-3 pl-6">
      <TextField
        className="max-w-60"
        label={t('sampling.tokens')}
        description={t('sampling.tokensNote')}
        inputMode="numeric"
        value={tokens}
        error={isNumber ? undefined : t('sampling.tokensProblem', { limit: number(limit) })}
        onValueChange={setTokens}
      />
      <fieldset>
        <legend className="mb-1 text-note font-medium text-fg-2">{t('sampling.models')}</legend>
        <div className="flex max-h-48 flex-col gap-1 overflow-y-auto">
          {options.map(({ ref, label }) => (
            <Checkbox
              key={label}
              label={label}
              checked={models.some((one) => isSameModel(one, ref))}
              onCheckedChange={(on) => toggle(ref, on)}
            />
          ))}
        </div>
        {models.length === 0 && (
          <p className="text-small text-fg-3">
            {t(options.length === 0 ? 'sampling.noModels' : 'sampling.modelsNone')}
          </p>
        )}
      </fieldset>
      {isChanged && (
        <div className="flex gap-2">
          <Button
            size="small"
            variant="primary"
            disabled={!isWhole}
            loading={busy}
            onClick={() => onSave(next)}
          >
            {t(needsReview(next) ? 'sampling.review' : 'sampling.save')}
          </Button>
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              {t('sampling.cancel')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Every connected model, and those that were chosen and are gone. */
function useOptions(chosen: readonly ModelRef[]): Option[] {
  const t = useT('permissions')
  const connected = (useProviders().data ?? []).flatMap((provider) =>
    provider.models.map((model) => ({
      ref: { providerId: provider.id, modelId: model.id },
      label: `${oneLine(model.name ?? model.id, 60)} · ${oneLine(provider.name, 40)}`,
    })),
  )
  const gone = chosen.filter((ref) => !connected.some((one) => isSameModel(one.ref, ref)))
  return [
    ...connected,
    ...gone.map((ref) => ({ ref, label: `${ref.modelId} · ${t('sampling.modelGone')}` })),
  ]
}
