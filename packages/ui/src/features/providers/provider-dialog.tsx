import type { ModelProvider } from '@gatehouse/domain'
import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  Button,
  Callout,
  Combobox,
  Dialog,
  RevealText,
  Tabs,
  TextArea,
  TextField,
  useToasts,
} from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { VaultNote } from '../../lib/vault-note.tsx'
import { FoundModels } from './found-models.tsx'
import { LeftOutNote } from './left-out-note.tsx'
import {
  emptyProvider,
  modelName,
  nameFromUrl,
  providerIssues,
  typedModels,
  type ProviderField,
  type ProviderForm,
} from './provider-form-state.ts'
import { useProviderTest, type ProviderTest } from './provider-test.ts'

export interface ProviderDialogProps {
  start: ProviderForm
  /** The provider whose key or address is changed. */
  known: ModelProvider | undefined
}

export function ProviderDialog({ start, known }: ProviderDialogProps) {
  const t = useT('providers')
  const common = useT('common')
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
        title: t('connected', { name: provider.name, count: provider.models.length }),
      })
    },
  })
  const issues = providerIssues(form, known?.hasKey === true)
  const change = (part: Partial<ProviderForm>): void => {
    const next = { ...form, ...part }
    setForm(
      next.named || next.kind === 'anthropic' ? next : { ...next, name: nameFromUrl(next.baseUrl) },
    )
    if (part.baseUrl !== undefined || part.key !== undefined || part.kind !== undefined)
      test.forget()
  }
  const guarded = (run: () => void) => (): void => {
    setAttempted(true)
    if (issues.size === 0) run()
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
          <Tabs
            label={t('kind')}
            variant="segment"
            value={form.kind}
            onValueChange={(kind) => {
              setForm(emptyProvider(kind))
              setAttempted(false)
              test.forget()
            }}
            items={[
              { value: 'openai-compatible', label: t('kinds.openai-compatible'), content: null },
              { value: 'anthropic', label: t('kinds.anthropic'), content: null },
            ]}
          />
        )}
        <Fields
          form={form}
          change={change}
          issueOf={issueOf}
          hasKey={known?.hasKey === true}
          firstField={firstField}
        />
        <VaultNote />
        <Outcome form={form} change={change} test={test} chosen={chosen} onChoose={setChosen} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  form: ProviderForm
  change: (part: Partial<ProviderForm>) => void
}

interface ProviderFieldsProps extends FieldsProps {
  issueOf: (field: ProviderField) => string | undefined
  hasKey: boolean
  firstField: RefObject<HTMLInputElement | null>
}

function Fields({ form, change, issueOf, hasKey, firstField }: ProviderFieldsProps) {
  // With Anthropic, or a key to change, the address is there already.
  const keyFirst = form.kind === 'anthropic' || form.id !== null
  const t = useT('providers')
  return (
    <>
      <TextField
        ref={keyFirst ? undefined : firstField}
        label={t('url')}
        required
        mono
        inputMode="url"
        placeholder="http://127.0.0.1:11434/v1"
        description={t(form.kind === 'anthropic' ? 'urlNoteAnthropic' : 'urlNote')}
        value={form.baseUrl}
        error={issueOf('baseUrl')}
        onValueChange={(baseUrl) => change({ baseUrl })}
      />
      <TextField
        ref={keyFirst ? firstField : undefined}
        label={t('key')}
        required={form.kind === 'anthropic' && !hasKey}
        hint={form.kind === 'anthropic' ? undefined : t('keyOptional')}
        mono
        type="password"
        placeholder={hasKey ? t('keyStored') : undefined}
        value={form.key}
        error={issueOf('key')}
        onValueChange={(key) => change({ key })}
      />
      <TextField
        label={t('name')}
        required
        value={form.name}
        error={issueOf('name')}
        onValueChange={(name) => change({ name, named: true })}
      />
    </>
  )
}

interface OutcomeProps extends FieldsProps {
  test: ProviderTest
  chosen: string | null
  onChoose: (id: string) => void
}

/** What the test found, or why it did not and how to go on without it. */
function Outcome({ form, change, test, chosen, onChoose }: OutcomeProps) {
  const t = useT('providers')
  const models = test.found?.models ?? []
  const noneFound = test.found !== null && models.length === 0
  const place = useRef<HTMLDivElement>(null)
  const said = test.failure !== null || test.found !== null
  useEffect(() => {
    if (said) place.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
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
          <LeftOutNote leftOut={test.found.leftOut} />
        </Callout>
      </div>
    )
  }
  if (test.failure === null && !noneFound) return null
  return (
    <div ref={place} className="flex flex-col gap-4">
      <Callout
        tone="danger"
        role="alert"
        title={<RevealText text={test.failure ?? t('noneFound')} />}
      />
      <TextArea
        label={t('typeModels')}
        description={t('typeModelsNote', { count: typedModels(form.typedModels).length })}
        mono
        minRows={1}
        maxRows={5}
        value={form.typedModels}
        onValueChange={(text) => change({ typedModels: text })}
      />
    </div>
  )
}
