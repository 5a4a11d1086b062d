import type { RefObject } from 'react'
import { RadioGroup, TextField } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { NO_ACCESS_KEY, withRegion, type AccessKeyForm } from './bedrock-form.ts'
import type { ProviderField, ProviderForm } from './provider-form-state.ts'

interface BedrockFieldsProps {
  form: ProviderForm
  change: (part: Partial<ProviderForm>) => void
  issueOf: (field: ProviderField) => string | undefined
}

/** The AWS region, which is part of the address and of what is signed. */
export function RegionField({
  form,
  change,
  issueOf,
  firstField,
}: BedrockFieldsProps & { firstField: RefObject<HTMLInputElement | null> }) {
  const t = useT('providers')
  return (
    <TextField
      ref={firstField}
      label={t('bedrock.region')}
      required
      mono
      placeholder="eu-central-1"
      value={form.region}
      error={issueOf('region')}
      onValueChange={(region) => change(withRegion(form, region))}
    />
  )
}

/** Chooses between an API key of Bedrock and an access key of AWS. */
export function KeyTypeField({ form, change }: Omit<BedrockFieldsProps, 'issueOf'>) {
  const t = useT('providers')
  return (
    <RadioGroup
      label={t('bedrock.authentication')}
      value={form.accessKey === null ? 'api-key' : 'access-key'}
      onValueChange={(type) =>
        change({ key: '', accessKey: type === 'api-key' ? null : NO_ACCESS_KEY })
      }
      options={[
        { value: 'api-key', label: t('bedrock.apiKey') },
        { value: 'access-key', label: t('bedrock.accessKey') },
      ]}
    />
  )
}

/** An access key of AWS; temporary ones have a session token. */
export function AccessKeyFields({
  typed,
  hasKey,
  change,
  issueOf,
}: BedrockFieldsProps & { typed: AccessKeyForm; hasKey: boolean }) {
  const t = useT('providers')
  const placeholder = hasKey ? t('keyStored') : undefined
  const changeKey = (part: Partial<AccessKeyForm>): void =>
    change({ accessKey: { ...typed, ...part } })
  return (
    <>
      <TextField
        label={t('bedrock.accessKeyId')}
        required={!hasKey}
        mono
        placeholder={placeholder}
        value={typed.accessKeyId}
        error={issueOf('accessKeyId')}
        onValueChange={(accessKeyId) => changeKey({ accessKeyId })}
      />
      <TextField
        label={t('bedrock.secretAccessKey')}
        required={!hasKey}
        mono
        type="password"
        placeholder={placeholder}
        value={typed.secretAccessKey}
        error={issueOf('secretAccessKey')}
        onValueChange={(secretAccessKey) => changeKey({ secretAccessKey })}
      />
      <TextField
        label={t('bedrock.sessionToken')}
        hint={t('keyOptional')}
        mono
        type="password"
        description={t('bedrock.sessionTokenNote')}
        value={typed.sessionToken}
        onValueChange={(sessionToken) => changeKey({ sessionToken })}
      />
    </>
  )
}
