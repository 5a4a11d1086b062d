import { ExternalLink } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, TextField } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { needsKey, type ProviderField, type ProviderForm } from './provider-form-state.ts'
import { OTHER, presetOf } from './provider-presets.ts'

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
  const keyFirst = form.preset !== OTHER || form.id !== null
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
        description={t(form.preset === OTHER ? 'urlNote' : 'urlNotePreset')}
        value={form.baseUrl}
        error={issueOf('baseUrl')}
        onValueChange={(baseUrl) => change({ baseUrl })}
      />
      <div className="flex flex-col items-start gap-1">
        <TextField
          className="self-stretch"
          ref={keyFirst ? firstField : undefined}
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

/** Where a key of a known provider is made; the address is ours, not the provider's word. */
function KeyPage({ preset }: { preset: string }) {
  const t = useT('providers')
  const { mutate } = useAction('app.open-link')
  const page = presetOf(preset)?.keyPage
  if (page === undefined) return null
  return (
    <Button
      variant="ghost"
      size="small"
      icon={ExternalLink}
      className="-ml-2.5 h-auto min-w-0 py-0.5 whitespace-normal"
      onClick={() => mutate({ url: page })}
    >
      {t('getKey', { page: page.replace('https://', '') })}
    </Button>
  )
}
