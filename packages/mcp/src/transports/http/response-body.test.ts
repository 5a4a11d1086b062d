import { expect, test } from 'vitest'
import { boundBody } from './response-body.ts'

const response = (text: string) =>
  new Response(text, { headers: { 'content-type': 'application/json' } })

test('a body of exactly the bound comes whole', async () => {
  expect(await boundBody(response('12345\n\n'.repeat(2)), 14).text()).toBe('12345\n\n'.repeat(2))
})

test('a larger body fails and names the bound', async () => {
  await expect(boundBody(response('12345\n\n'.repeat(4)), 20).text()).rejects.toThrow(
    'larger than 20 bytes',
  )
})
