import type { ModelRef, SamplingChoice } from '@gatehouse/domain'
import type { ModelPreferences } from '@gatehouse/domain/server-requests'
import { Cpu } from 'lucide-react'
import { Combobox, RevealText, Select } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useProviders } from '../../../lib/queries/index.ts'

/** More models than this are found by typing. */
const MAX_LISTED = 12

interface ModelChoiceProps {
  choice: SamplingChoice
  /** The one to be run; `null` while none is chosen. */
  model: ModelRef | null
  preferences: ModelPreferences | undefined
  onChange: (model: ModelRef) => void
  disabled: boolean
}

const keyOf = (model: ModelRef): string => JSON.stringify([model.providerId, model.modelId])

/** The model that will read the request: how it was chosen, and any other of those connected. */
export function ModelChoice({ choice, model, preferences, onChange, disabled }: ModelChoiceProps) {
  const t = useT('asks')
  const providers = useProviders().data ?? []
  const options = providers.flatMap((provider) =>
    provider.models.map((info) => {
      const ref: ModelRef = { providerId: provider.id, modelId: info.id }
      return {
        ref,
        value: keyOf(ref),
        label: oneLine(info.name ?? info.id, 60),
        detail: provider.name,
        icon: Cpu,
      }
    }),
  )
  const value = model && keyOf(model)
  const isGone = value !== null && !options.some((option) => option.value === value)
  const all =
    isGone && model
      ? [
          ...options,
          { ref: model, value, label: model.modelId, detail: t('sampling.gone'), icon: Cpu },
        ]
      : options
  const common = {
    label: t('sampling.model'),
    value,
    options: all,
    placeholder: t('sampling.chooseModel'),
    disabled: disabled || all.length === 0,
    description: <Reason choice={choice} model={model} preferences={preferences} />,
    onValueChange(next: string) {
      const found = all.find((option) => option.value === next)
      if (found) onChange(found.ref)
    },
  }
  return all.length > MAX_LISTED ? <Combobox {...common} /> : <Select {...common} />
}

function Reason({
  choice,
  model,
  preferences,
}: Pick<ModelChoiceProps, 'choice' | 'model' | 'preferences'>) {
  const t = useT('asks')
  const { number, list } = useFormats()
  const providers = useProviders().data
  const provider = providers?.find((one) => one.id === model?.providerId)
  const count = providers?.reduce((sum, one) => sum + one.models.length, 0)
  const own = model !== null && (choice.model === null || keyOf(model) !== keyOf(choice.model))
  const because = own ? (choice.model === null && count === 1 ? 'only' : 'you') : choice.because
  const hints = preferences?.hints?.flatMap(({ name }) => (name ? [`“${oneLine(name, 60)}”`] : []))
  const priority = (value: number | undefined) => (value === undefined ? '–' : number(value))
  const lines = [
    t(`sampling.because.${because}`, { hint: oneLine(choice.hint ?? '', 60) }),
    hints?.length ? t('sampling.hints', { hints: list(hints.slice(0, 8)) }) : undefined,
    preferences && hasPriorities(preferences)
      ? t('sampling.preferences', {
          intelligence: priority(preferences.intelligencePriority),
          speed: priority(preferences.speedPriority),
          cost: priority(preferences.costPriority),
        })
      : undefined,
    provider &&
      t(provider.local ? 'sampling.readsLocal' : 'sampling.reads', { provider: provider.name }),
  ]
  return lines
    .filter((line) => line !== undefined)
    .map((line) => (
      <span key={line} className="block">
        <RevealText text={line} />
      </span>
    ))
}

function hasPriorities(preferences: ModelPreferences): boolean {
  const { intelligencePriority, speedPriority, costPriority } = preferences
  return [intelligencePriority, speedPriority, costPriority].some((one) => one !== undefined)
}
