import type { ImportInput } from '@gatehouse/domain/launch'
import { FolderOpen } from 'lucide-react'
import { Button, Select, TextArea, TextField } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { SecretStorageNote } from '../../../lib/servers/secret-storage-note.tsx'
import type { ImportFlow } from './import-flow.ts'

/** Inputs that the chosen servers of a file need. */
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
  const issue = flow.attempted ? flow.issues.get(input.id) : undefined
  const texts = {
    label: input.description || input.name,
    hint: input.description === '' || input.description === input.name ? undefined : input.name,
    description: useDescription(input),
    required: input.required,
    error: issue && t(issue.code === 'not-in-range' ? 'inputNumber' : 'inputNeeded'),
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
  if (input.kind === 'folder' || input.kind === 'file' || input.many === true)
    return <ListOrPathField input={input} texts={texts} flow={flow} />
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

interface ListOrPathProps {
  input: ImportInput
  texts: { label: string; required: boolean; error: string | undefined }
  flow: ImportFlow
}

/** A place on this computer, typed or picked; or several values, one a line. */
function ListOrPathField({ input, texts, flow }: ListOrPathProps) {
  const t = useT('serverImport')
  const value = flow.answers.get(input.id) ?? ''
  const set = (next: string): void => flow.answer(input.id, next)
  const add = (path: string | null): void => {
    if (path === null) return
    set(input.many === true && value.trim() !== '' ? `${value.trimEnd()}\n${path}` : path)
  }
  const folder = useAction('app.pick-folder', { onSuccess: add })
  const file = useAction('app.pick-file', { onSuccess: add })
  const picking = input.kind === 'folder' ? folder : input.kind === 'file' ? file : null
  const field = { ...texts, mono: true, value, placeholder: input.fallback ?? '' } as const
  return (
    <div className="flex flex-col items-start gap-1.5">
      {input.many === true ? (
        <TextArea {...field} className="w-full" minRows={2} onValueChange={set} />
      ) : (
        <TextField {...field} className="w-full" onValueChange={set} />
      )}
      {picking && (
        <Button
          size="small"
          icon={FolderOpen}
          loading={picking.isPending}
          onClick={() => picking.mutate({})}
        >
          {t(input.kind === 'folder' ? 'pickFolder' : 'pickFile')}
        </Button>
      )}
    </div>
  )
}

function useDescription(input: ImportInput): string | undefined {
  const { sentences } = useFormats()
  const rule = useRule(input)
  const { note = '' } = input
  return note === '' ? rule : sentences(note, rule ?? '')
}

function useRule(input: ImportInput): string | undefined {
  const { kind, set, fallback, required, many } = input
  const t = useT('serverImport')
  if (set) return t('inputSet')
  if (kind !== 'choice' && fallback !== null && fallback !== '')
    return t('inputDefault', { value: fallback })
  if (many === true) return t('inputLines')
  if (kind !== 'environment') return undefined
  return t(required ? 'inputEnvironment' : 'inputEnvironmentLater')
}
