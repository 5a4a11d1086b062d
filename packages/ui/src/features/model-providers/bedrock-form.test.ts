import { expect, it } from 'vitest'
import { readAwsCredentials } from '@gatehouse/domain/models'
import { withRegion, type AccessKeyForm } from './bedrock-form.ts'
import {
  emptyProvider,
  providerDraft,
  providerIssues,
  type ProviderForm,
} from './provider-form-state.ts'

const form = (part: Partial<ProviderForm> = {}): ProviderForm => ({
  ...emptyProvider('bedrock'),
  ...part,
})
const accessKey = (part: Partial<AccessKeyForm> = {}): AccessKeyForm => ({
  accessKeyId: ' AKIAIOSFODNN7EXAMPLE ',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: '',
  ...part,
})

it('the address follows the region until the person types one', () => {
  const start = form()
  const moved = { ...start, ...withRegion(start, 'eu-central-1') }
  expect(moved.baseUrl).toBe('https://bedrock-runtime.eu-central-1.amazonaws.com')
  expect({ ...moved, ...withRegion(moved, 'cn-north-1') }.baseUrl).toBe(
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
  )
  const own = { ...moved, baseUrl: 'https://vpce-1.example' }
  expect({ ...own, ...withRegion(own, 'eu-west-1') }).toMatchObject({
    region: 'eu-west-1',
    baseUrl: 'https://vpce-1.example',
  })
})

it('an access key is one key of the draft, and a stored one is kept while nothing is typed', () => {
  const typed = providerDraft(form({ accessKey: accessKey({ sessionToken: 'token' }) }))
  expect(readAwsCredentials(typed.key ?? '')).toEqual({
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: 'token',
  })
  expect(typed.region).toBe('us-east-1')
  const blank = form({ accessKey: accessKey({ accessKeyId: '', secretAccessKey: ' ' }) })
  expect(providerDraft(blank).key).toBeNull()
  expect(providerIssues(blank, true).size).toBe(0)
  expect([...providerIssues(blank, false)]).toEqual([
    ['accessKeyId', 'accessKeyIdMissing'],
    ['secretAccessKey', 'secretAccessKeyMissing'],
  ])
})

it.each(['', 'EU-1', 'eu central', '../eu', 'eu-central-1.evil'])(
  'a region of another form, %j, is named',
  (region) => {
    expect(providerIssues(form({ region, key: 'ABSK' }), false).get('region')).toBe('regionInvalid')
  },
)
