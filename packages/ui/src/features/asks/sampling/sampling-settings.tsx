import type { ModelRef, SamplingRequestAsk } from '@gatehouse/domain'
import { Chip, RevealText, TextField, useSeenIncrementalList } from '../../../kit/index.ts'
import type { SamplingEdits } from '@gatehouse/domain'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ShowMoreButton } from '../show-more-button.tsx'
import { ModelChoice } from './model-choice.tsx'
import { displayedTemperature, type EditedRequest } from './sampling-edits.ts'
import { EditedTextField } from './edited-text-field.tsx'

interface SamplingSettingsProps {
  ask: SamplingRequestAsk
  model: ModelRef | null
  onModel: (model: ModelRef) => void
  edits: SamplingEdits
  edited: EditedRequest
  onChange: (edits: SamplingEdits) => void
  disabled: boolean
}

/** Model, limits and system prompt of a sampling request. */
export function SamplingSettings(props: SamplingSettingsProps) {
  const { ask, model, onModel, edits, edited, onChange, disabled } = props
  const t = useT('asks')
  const { number } = useFormats()
  const { request } = ask
  const { maxTokens, systemPrompt = '' } = request
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] items-start gap-3">
        <ModelChoice
          choice={ask.choice}
          model={model}
          preferences={request.modelPreferences}
          onChange={onModel}
          disabled={disabled}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-3">
          <TextField
            label={t('sampling.maxTokens')}
            hint={t('sampling.asked', { limit: number(maxTokens) })}
            inputMode="numeric"
            disabled={disabled}
            value={edits.maxTokens ?? String(maxTokens)}
            error={
              edited.problems.includes('max-tokens')
                ? t('sampling.maxTokensProblem', { limit: number(maxTokens) })
                : undefined
            }
            onValueChange={(text) => onChange({ ...edits, maxTokens: text })}
          />
          <TextField
            label={t('sampling.temperature')}
            inputMode="decimal"
            placeholder={t('sampling.temperatureUnset')}
            disabled={disabled}
            value={edits.temperature ?? displayedTemperature(request)}
            error={
              edited.problems.includes('temperature') ? t('sampling.temperatureProblem') : undefined
            }
            onValueChange={(text) => onChange({ ...edits, temperature: text })}
          />
        </div>
      </div>
      <StopSequences request={request} edits={edits} onChange={onChange} disabled={disabled} />
      <EditedTextField
        label={t('sampling.system')}
        name={t('sampling.system')}
        placeholder={t('sampling.noSystem')}
        before={systemPrompt}
        after={edits.systemPrompt ?? systemPrompt}
        disabled={disabled}
        onChange={(text) => onChange({ ...edits, systemPrompt: text })}
      />
    </>
  )
}

/** Stop sequences that are drawn at first, and by each press. */
const STOPS = { first: 20, step: 20 }

/** A stop sequence on one line: its newlines and tabs as they are written in code. */
export function inCode(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
}

function StopSequences({
  request,
  edits,
  onChange,
  disabled,
}: Pick<SamplingSettingsProps, 'edits' | 'onChange' | 'disabled'> & {
  request: SamplingRequestAsk['request']
}) {
  const t = useT('asks')
  const { stopSequences = [] } = request
  const shown = [...stopSequences.entries()].filter(
    ([index]) => !edits.removedStops.includes(index),
  )
  const steps = useSeenIncrementalList(shown.length, STOPS)
  if (stopSequences.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="text-note font-medium text-fg-2">{t('sampling.stopSequences')}</span>
      {shown.slice(0, steps.shown).map(([index, text]) => (
        <Chip
          key={index}
          whole
          removeLabel={t('sampling.removeStop', { text: inCode(text).slice(0, 40) })}
          {...(disabled
            ? {}
            : {
                onRemove: () =>
                  onChange({ ...edits, removedStops: [...edits.removedStops, index] }),
              })}
        >
          <span className="font-mono">
            <RevealText text={inCode(text)} />
          </span>
        </Chip>
      ))}
      <ShowMoreButton steps={steps} />
    </div>
  )
}
