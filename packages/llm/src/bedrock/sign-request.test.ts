import { expect, it } from 'vitest'
import { signedHeaders } from './sign-request.ts'

/** AWS's published test suite of Signature Version 4 (https://github.com/awslabs/aws-c-auth, `tests/aws-signing-test-suite`). */
const KEY = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const TOKEN =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='
const HOST = 'https://example.amazonaws.com'

it.each([
  {
    name: 'get-vanilla',
    request: { method: 'GET', url: `${HOST}/` },
    names: 'host;x-amz-date',
    signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  },
  {
    name: 'get-vanilla-query-order-key-case',
    request: { method: 'GET', url: `${HOST}/?Param2=value2&Param1=value1` },
    names: 'host;x-amz-date',
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  {
    name: 'post-vanilla',
    request: { method: 'POST', url: `${HOST}/` },
    names: 'host;x-amz-date',
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    name: 'post-header-key-sort',
    request: { method: 'POST', url: `${HOST}/`, headers: { 'My-Header1': 'value1' } },
    names: 'host;my-header1;x-amz-date',
    signature: 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  },
  {
    name: 'post-sts-header-before',
    request: { method: 'POST', url: `${HOST}/`, sessionToken: TOKEN },
    names: 'host;x-amz-date;x-amz-security-token',
    signature: '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  },
])('signs $name of AWS’s test suite', async ({ request, names, signature }) => {
  const {
    sessionToken,
    headers = {},
    ...sent
  } = {
    sessionToken: undefined,
    headers: {},
    ...request,
  }
  const signed = await signedHeaders(
    { ...sent, headers: new Headers(headers), body: '' },
    { ...KEY, sessionToken },
    { region: 'us-east-1', service: 'service', datetime: '20150830T123600Z' },
  )
  expect(signed.get('authorization')).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  )
})
