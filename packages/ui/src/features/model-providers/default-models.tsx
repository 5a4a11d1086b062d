import type { ModelProvider, ModelRef, Settings, TitleModel } from '@gatehouse/domain'
import { TITLE_PROMPT } from '@gatehouse/domain/models'
import { Combobox, Disclosure } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { modelName } from './provider-form-state.ts'

/** Value for "no model of its own". */
const NONE = 'none'
/** Value for the model of the chat. */
const OF_CHAT = 'chat'

interface Choice<Value> {
  value: string
  label: string
  detail?: string
  choice: Value
}

const keyOf = (model: TitleModel): string =>
  model === null
    ? NONE
    : model === OF_CHAT
      ? OF_CHAT
      : JSON.stringify([model.providerId, model.modelId])

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
  const models = modelChoices(providers)
  const without = (label: string): Choice<null> => ({ value: NONE, label, choice: null })
  return (
    <>
      <ModelChoice
        label={t('forNewChats')}
        note={t('forNewChatsNote')}
        choices={[without(t('manual')), ...models]}
        value={defaultModel}
        onChange={(next) => mutate({ defaultModel: next })}
      />
      <ModelChoice
        label={t('forSampling')}
        note={t('forSamplingNote')}
        choices={[without(t('asNewChats')), ...models]}
        value={samplingModel}
        onChange={(next) => mutate({ samplingModel: next })}
      />
      <ModelChoice
        label={t('forTitles')}
        note={t('forTitlesNote')}
        choices={[
          { value: OF_CHAT, label: t('titlesOfChat'), choice: OF_CHAT },
          without(t('noTitles')),
          ...models,
        ]}
        value={titleModel}
        onChange={(model) => titles.mutate({ model })}
      />
      {titleModel !== null && (
        <Disclosure summary={t('titlePrompt')} className="max-w-96">
          <p className="text-small break-words text-fg-2 select-text">{TITLE_PROMPT}</p>
        </Disclosure>
      )}
    </>
  )
}

function modelChoices(providers: readonly ModelProvider[]): Choice<ModelRef>[] {
  return providers.flatMap((provider) =>
    provider.models.map((model) => {
      const ref = { providerId: provider.id, modelId: model.id }
      return { value: keyOf(ref), label: modelName(model), detail: provider.name, choice: ref }
    }),
  )
}

interface ModelChoiceProps<Value extends TitleModel> {
  label: string
  note: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (model: Value) => void
}

function ModelChoice<Value extends TitleModel>({
  label,
  note,
  choices,
  value,
  onChange,
}: ModelChoiceProps<Value>) {
  return (
    <Combobox
      className="max-w-96"
      label={label}
      description={note}
      value={keyOf(value)}
      onValueChange={(next) => {
        const chosen = choices.find((one) => one.value === next)
        if (chosen) onChange(chosen.choice)
      }}
      options={choices.map(({ choice: _choice, ...option }) => option)}
    />
  )
}
