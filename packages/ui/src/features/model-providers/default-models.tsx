import type { ModelProvider, ModelRef, Settings } from '@gatehouse/domain'
import { Combobox } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { modelName } from './provider-form-state.ts'

/** Value for "no model of its own". */
const NONE = 'none'

const keyOf = ({ providerId, modelId }: ModelRef): string => JSON.stringify([providerId, modelId])

interface DefaultModelsProps {
  providers: readonly ModelProvider[]
  settings: Settings
}

/** The models that new chats begin with, that servers are answered with, and that name chats. */
export function DefaultModels({ providers, settings }: DefaultModelsProps) {
  const t = useT('providers')
  const { mutate } = useAction('app.change-settings')
  const titles = useAction('app.set-title-model')
  const { defaultModel, samplingModel, titleModel } = settings
  return (
    <>
      <ModelChoice
        label={t('forNewChats')}
        note={t('forNewChatsNote')}
        none={t('manual')}
        providers={providers}
        value={defaultModel}
        onChange={(next) => mutate({ defaultModel: next })}
      />
      <ModelChoice
        label={t('forSampling')}
        note={t('forSamplingNote')}
        none={t('asNewChats')}
        providers={providers}
        value={samplingModel}
        onChange={(next) => mutate({ samplingModel: next })}
      />
      <ModelChoice
        label={t('forTitles')}
        note={t('forTitlesNote')}
        none={t('noTitles')}
        providers={providers}
        value={titleModel}
        onChange={(model) => titles.mutate({ model })}
      />
    </>
  )
}

interface ModelChoiceProps extends Pick<DefaultModelsProps, 'providers'> {
  label: string
  note: string
  /** In words what is chosen without a model. */
  none: string
  value: ModelRef | null
  onChange: (model: ModelRef | null) => void
}

function ModelChoice({ label, note, none, providers, value, onChange }: ModelChoiceProps) {
  const choices = providers.flatMap((provider) =>
    provider.models.map((model) => {
      const ref = { providerId: provider.id, modelId: model.id }
      return { value: keyOf(ref), label: modelName(model), detail: provider.name, ref }
    }),
  )
  return (
    <Combobox
      className="max-w-96"
      label={label}
      description={note}
      value={value ? keyOf(value) : NONE}
      onValueChange={(next) =>
        onChange(choices.find((choice) => choice.value === next)?.ref ?? null)
      }
      options={[{ value: NONE, label: none }, ...choices]}
    />
  )
}
