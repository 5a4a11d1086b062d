import { ExternalLink } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, TextField } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useLocale, useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { AccessKeyFields, KeyTypeField, RegionField } from './bedrock-fields.tsx'
import { needsKey, type ProviderField, type ProviderForm } from './provider-form-state.ts'
import { inLocale, presetOf } from './provider-presets.ts'

export interface ProviderFieldsProps {
  form: ProviderForm
  change: (part: Partial<ProviderForm>) => void
  issueOf: (field: ProviderField) => string | undefined
  hasKey: boolean
  firstField: RefObject<HTMLInputElement | null>
}

/** Address, key and name of a provider. */
export function ProviderFields({ form, change, issueOf, hasKey, firstField }: ProviderFieldsProps) {
  // With a preset, or a key to change, the address is there already.
  const preset = presetOf(form.preset)
  const keyFirst = (preset !== undefined && preset.baseUrl !== '') || form.id !== null
  const isAzure = form.kind === 'azure-openai'
  const isBedrock = form.kind === 'amazon-bedrock'
  const t = useT('providers')
  const urlNote = useUrlNote(form)
  return (
    <>
      {isBedrock && <RegionField {...{ form, change, issueOf, firstField }} />}
      <TextField
        ref={keyFirst ? undefined : firstField}
        label={t('url')}
        required
        mono
        inputMode="url"
        placeholder={isAzure ? 'https://name.openai.azure.com' : 'http://127.0.0.1:11434/v1'}
        description={urlNote}
        value={form.baseUrl}
        error={issueOf('baseUrl')}
        onValueChange={(baseUrl) => change({ baseUrl })}
      />
      {isAzure && (
        <TextField
          label={t('apiVersion')}
          hint={t('keyOptional')}
          mono
          placeholder="2024-10-21"
          description={t('apiVersionNote')}
          value={form.apiVersion}
          error={issueOf('apiVersion')}
          onValueChange={(apiVersion) => change({ apiVersion })}
        />
      )}
      {isBedrock && <KeyTypeField {...{ form, change }} />}
      {form.accessKey ? (
        <AccessKeyFields typed={form.accessKey} {...{ form, change, issueOf, hasKey }} />
      ) : (
        <KeyField
          {...{ form, change, issueOf, hasKey }}
          firstField={keyFirst && !isBedrock ? firstField : undefined}
        />
      )}
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

function KeyField({
  form,
  change,
  issueOf,
  hasKey,
  firstField,
}: Omit<ProviderFieldsProps, 'firstField'> & {
  firstField: RefObject<HTMLInputElement | null> | undefined
}) {
  const t = useT('providers')
  return (
    <div className="flex flex-col items-start gap-1">
      <TextField
        className="self-stretch"
        ref={firstField}
        label={t('key')}
        required={needsKey(form) && !hasKey}
        hint={needsKey(form) ? undefined : t('keyOptional')}
        mono
        type="password"
        placeholder={hasKey ? t('keyStored') : undefined}
        value={form.key}
        error={issueOf('key')}
        onValueChange={(key) => change({ key })}
      />
      <KeyPage preset={form.preset} />
    </div>
  )
}

/** Help with an address that is of no preset. */
const URL_NOTES = {
  'azure-openai': 'urlNoteAzure',
  'amazon-bedrock': 'urlNoteBedrock',
} as const

/** Help with the address and, of a preset, its source. */
function useUrlNote({ preset, kind, baseUrl }: ProviderForm): string {
  const t = useT('providers')
  const { day, sentences } = useFormats()
  const known = presetOf(preset)
  if (!known) return t(kind in URL_NOTES ? URL_NOTES[kind as keyof typeof URL_NOTES] : 'urlNote')
  const note = t(known.addressNote ?? 'urlNotePreset')
  // An address that the person typed is not from any documentation.
  if (baseUrl === '' || baseUrl !== known.baseUrl) return note
  const { url, readOn } = known.documentation
  const source = { site: new URL(url).host, day: day(Date.parse(`${readOn}T12:00`)) }
  return sentences(note, t('urlSource', source))
}

/** Where a key of a known provider is made; the address is ours, not the provider's word. */
function KeyPage({ preset }: { preset: string }) {
  const t = useT('providers')
  const { mutate } = useAction('app.open-link')
  const locale = useLocale()
  const known = presetOf(preset)
  if (!known) return null
  const page = inLocale(known.keyPage, locale)
  return (
    <Button
      variant="ghost"
      size="small"
      icon={ExternalLink}
      className="-ml-2.5 h-auto min-w-0 py-0.5 whitespace-normal"
      onClick={() => mutate({ url: page, conversationId: null })}
    >
      {t('getKey', { page: page.replace('https://', '') })}
    </Button>
  )
}
