import { expect, it } from 'vitest'
import { awsCredentialsKey } from '@gatehouse/domain/models'
import { createKeyMask } from './key-mask.ts'

it('hides the secrets in AWS credentials, and not the access key id', () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE0123456789',
  }
  const mask = createKeyMask({ key: awsCredentialsKey(credentials) })
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const shown = mask.text(`${accessKeyId} x-amz-security-token:${sessionToken} ${secretAccessKey}`)
  expect(shown).toContain(accessKeyId)
  expect(shown).not.toContain(sessionToken)
  expect(shown).not.toContain(secretAccessKey)
})
