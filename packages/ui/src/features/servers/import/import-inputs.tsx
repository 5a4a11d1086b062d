import type { ImportInput } from '@gatehouse/domain/launch'
import { Select, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import { SecretStorageNote } from '../../../lib/secret-storage-note.tsx'
import type { ImportFlow } from './import-flow.ts'

/** What the chosen servers of a file leave open. */
export function ImportInputs({
  inputs,
  flow,
}: {
  inputs: readonly ImportInput[]
  flow: ImportFlow
}) {
  const t = useT('serverImport')
  const needed = new Set(flow.chosen.flatMap((server) => server.inputs))
  const shown = inputs.filter(({ id }) => needed.has(id))
  if (shown.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line bg-sunken px-3 py-2.5">
      <legend className="sr-only">{t('inputs')}</legend>
      <div aria-hidden>
        <p className="text-body font-medium">{t('inputs')}</p>
        <p className="text-small text-fg-3">{t('inputsNote')}</p>
      </div>
      {shown.map((input) => (
        <InputField key={input.id} input={input} flow={flow} />
      ))}
      {shown.some(({ secret }) => secret) && <SecretStorageNote />}
    </fieldset>
  )
}

function InputField({ input, flow }: { input: ImportInput; flow: ImportFlow }) {
  const t = useT('serverImport')
  const value = flow.answers.get(input.id) ?? ''
  const texts = {
    label: input.description || input.name,
    hint: input.description === '' ? undefined : input.name,
    description: useDescription(input),
    required: input.required,
    error: flow.attempted && flow.issues.has(input.id) ? t('inputNeeded') : undefined,
  }
  if (input.kind === 'choice')
    return (
      <Select
        {...texts}
        value={value === '' ? input.fallback : value}
        placeholder={t('choice')}
        options={input.options.map((option) => ({ value: option, label: option }))}
        onValueChange={(next) => flow.answer(input.id, next)}
      />
    )
  return (
    <TextField
      {...texts}
      mono
      type={input.secret ? 'password' : 'text'}
      value={value}
      placeholder={input.fallback ?? ''}
      onValueChange={(next) => flow.answer(input.id, next)}
    />
  )
}

function useDescription({ kind, set, fallback, required }: ImportInput): string | undefined {
  const t = useT('serverImport')
  if (set) return t('inputSet')
  if (kind !== 'choice' && fallback !== null && fallback !== '')
    return t('inputDefault', { value: fallback })
  if (kind !== 'environment') return undefined
  return t(required ? 'inputEnvironment' : 'inputEnvironmentLater')
}
