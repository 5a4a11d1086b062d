import type { ModelProvider } from '@gatehouse/domain'
import { listsModels } from '@gatehouse/domain/models'
import { useEffect, useRef, useState } from 'react'
import {
  Button,
  Callout,
  Combobox,
  Dialog,
  RevealText,
  TextArea,
  useToasts,
} from '../../kit/index.ts'
import { useLocale, useT } from '../../lib/words/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { SecretStorageNote } from '../../lib/servers/secret-storage-note.tsx'
import { worded } from '../../lib/words/worded.ts'
import { FoundModels } from './found-models.tsx'
import { HeaderRows } from './header-rows.tsx'
import { LeftOutModelsNote } from './left-out-models-note.tsx'
import { ProviderFields } from './provider-fields.tsx'
import {
  emptyProvider,
  headerIssues,
  modelName,
  nameFromUrl,
  providerIssues,
  typedModels,
  type ProviderField,
  type ProviderForm,
} from './provider-form-state.ts'
import { PresetPicker } from './preset-picker.tsx'
import { useProviderTest, type ProviderTest } from './provider-test.ts'

const NO_ISSUES = new Map<string, never>()
const UNTESTED = new Set(['name', 'named', 'typedModels'])

export interface ProviderDialogProps {
  start: ProviderForm
  /** The provider whose key or address is changed. */
  known: ModelProvider | undefined
}

export function ProviderDialog({ start, known }: ProviderDialogProps) {
  const t = useT('providers')
  const common = useT('common')
  const locale = useLocale()
  const show = useUi((ui) => ui.show)
  const toasts = useToasts()
  const [form, setForm] = useState(start)
  const firstField = useRef<HTMLInputElement>(null)
  const [attempted, setAttempted] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const test = useProviderTest(form, {
    known,
    chosen,
    onSaved: (provider) => {
      show(null)
      toasts.show({
        tone: 'success',
        title: worded('providers', (to) =>
          to('connected', { name: provider.name, count: provider.models.length }),
        ),
      })
    },
  })
  const issues = providerIssues(form, known?.hasKey === true)
  const badHeaders = headerIssues(form, known?.hasKey === true)
  const change = (part: Partial<ProviderForm>): void => {
    const next = { ...form, ...part }
    setForm(next.named ? next : { ...next, name: nameFromUrl(next.baseUrl) })
    // Neither the name nor the typed models are tested.
    if (Object.keys(part).some((field) => !UNTESTED.has(field))) test.forget()
  }
  const guarded = (run: () => void) => (): void => {
    setAttempted(true)
    if (issues.size + badHeaders.size === 0) run()
  }
  const issueOf = (field: ProviderField): string | undefined => {
    const issue = issues.get(field)
    return attempted && issue ? t(`issues.${issue}`) : undefined
  }
  return (
    <Dialog
      open
      initialFocus={firstField}
      onOpenChange={(next) => {
        if (!next) show(null)
      }}
      title={known ? t('change', { name: known.name }) : t('connect')}
      description={known ? undefined : t('connectNote')}
      footer={
        <>
          <Button className="mr-auto" loading={test.testing} onClick={guarded(test.test)}>
            {t('test')}
          </Button>
          <Button onClick={() => show(null)}>{common('actions.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="provider"
            loading={test.saving}
            disabled={test.testing}
          >
            {t(known ? 'save' : 'connectNow')}
          </Button>
        </>
      }
    >
      <form
        id="provider"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          guarded(test.connect)()
        }}
      >
        {!known && <FoundModels onDone={() => show(null)} />}
        {!known && (
          <PresetPicker
            value={form.preset}
            onChange={(preset) => {
              setForm(emptyProvider(preset, locale))
              setAttempted(false)
              test.forget()
            }}
          />
        )}
        <ProviderFields
          form={form}
          change={change}
          issueOf={issueOf}
          hasKey={known?.hasKey === true}
          firstField={firstField}
        />
        {form.kind === 'openai-compatible' && (
          <HeaderRows
            rows={form.headers}
            issues={attempted ? badHeaders : NO_ISSUES}
            onChange={(headers) => change({ headers })}
          />
        )}
        <SecretStorageNote />
        <Outcome form={form} change={change} test={test} chosen={chosen} onChoose={setChosen} />
      </form>
    </Dialog>
  )
}

interface OutcomeProps {
  form: ProviderForm
  change: (part: Partial<ProviderForm>) => void
  test: ProviderTest
  chosen: string | null
  onChoose: (id: string) => void
}

/** The words for models that an API does not list to a key. */
const TYPED_MODELS = {
  azure: { label: 'deployments', note: 'deploymentsNote', works: 'keyWorks' },
  bedrock: { label: 'bedrock.models', note: 'bedrock.modelsNote', works: 'bedrock.keyWorks' },
} as const

/** Result of the test, or its failure and the way to continue without it. */
function Outcome({ form, change, test, chosen, onChoose }: OutcomeProps) {
  const t = useT('providers')
  const models = test.found?.models ?? []
  const noneFound = test.found !== null && models.length === 0
  const place = useRef<HTMLDivElement>(null)
  const isTested = test.failure !== null || test.found !== null
  useEffect(() => {
    if (isTested) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isTested])
  if (test.found && models.length > 0) {
    return (
      <div ref={place}>
        <Callout tone="success" role="status" title={t('found', { count: models.length })}>
          {form.id === null && (
            <Combobox
              className="mt-2"
              label={t('firstModel')}
              value={chosen ?? models[0]?.id ?? null}
              onValueChange={onChoose}
              options={models.map((model) => ({
                value: model.id,
                label: modelName(model),
                detail: model.name === undefined ? undefined : model.id,
              }))}
            />
          )}
          <LeftOutModelsNote leftOut={test.found.leftOut} />
        </Callout>
      </div>
    )
  }
  const typed = TYPED_MODELS[form.kind === 'amazon-bedrock' ? 'bedrock' : 'azure']
  const isTyped = !listsModels(form.kind)
  if (test.failure === null && !noneFound && !isTyped) return null
  return (
    <div ref={place} className="flex flex-col gap-4">
      {isTyped && noneFound && <Callout tone="success" role="status" title={t(typed.works)} />}
      {(test.failure !== null || (noneFound && !isTyped)) && (
        <Callout
          tone="danger"
          role="alert"
          title={<RevealText text={test.failure ?? t('noneFound')} />}
        />
      )}
      <TextArea
        label={t(isTyped ? typed.label : 'typeModels')}
        description={
          isTyped
            ? t(typed.note)
            : t('typeModelsNote', { count: typedModels(form.typedModels).length })
        }
        mono
        minRows={1}
        maxRows={5}
        value={form.typedModels}
        onValueChange={(text) => change({ typedModels: text })}
      />
    </div>
  )
}
