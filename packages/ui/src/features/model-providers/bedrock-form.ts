import { awsCredentialsKey, bedrockAddress } from '@gatehouse/domain/models'

/** An access key of AWS as it is typed. */
export interface AccessKeyForm {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
}

export const NO_ACCESS_KEY: AccessKeyForm = {
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
}

interface Address {
  baseUrl: string
  region: string
}

/** Changes the region, and the address unless the person typed one of their own. */
export function withRegion(
  { baseUrl, region: before }: Address,
  region: string,
): Pick<Address, 'region'> & Partial<Address> {
  const isOwn = baseUrl !== '' && baseUrl !== bedrockAddress(before.trim())
  return isOwn ? { region } : { region, baseUrl: bedrockAddress(region.trim()) }
}

const trimmed = ({ accessKeyId, secretAccessKey, sessionToken }: AccessKeyForm): AccessKeyForm => ({
  accessKeyId: accessKeyId.trim(),
  secretAccessKey: secretAccessKey.trim(),
  sessionToken: sessionToken.trim(),
})

/** Returns the key of the draft; `null` where nothing is typed, so that a stored one is kept. */
export function keyOfAccessKey(form: AccessKeyForm): string | null {
  const typed = trimmed(form)
  return Object.values(typed).every((value) => value === '') ? null : awsCredentialsKey(typed)
}

/** Returns the fields of an access key that are missing. */
export function missingFields(
  form: AccessKeyForm,
  hasKey: boolean,
): ('accessKeyId' | 'secretAccessKey')[] {
  if (hasKey && keyOfAccessKey(form) === null) return []
  const typed = trimmed(form)
  return (['accessKeyId', 'secretAccessKey'] as const).filter((field) => typed[field] === '')
}
