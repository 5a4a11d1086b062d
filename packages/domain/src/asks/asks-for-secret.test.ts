import { describe, expect, it } from 'vitest'
import { asksForSecret, secretFields } from './asks-for-secret.ts'

describe('a field that asks for a secret', () => {
  it.each([
    'password',
    'userPassword',
    'DB_PASSWD',
    'api_key',
    'apiKey',
    'APIKey2',
    'openai-key',
    'accessToken',
    'client_secret',
    'private key',
    'PIN',
    'otp_code',
    'creditCardNumber',
    'seed phrase',
    '密码',
  ])('is found by its name: %s', (name) => {
    expect(asksForSecret(name, { type: 'string' })).toBe(true)
  })

  it.each([
    'email',
    'keyboard',
    'monkey',
    'keynote',
    'tokenizer',
    'compass',
    'pinned',
    'spinach',
    'author',
  ])('is not every field with such letters in it: %s', (name) => {
    expect(asksForSecret(name, { type: 'string' })).toBe(false)
  })

  it('is found by its title, its description or its format when the name hides it', () => {
    expect(asksForSecret('x', { type: 'string', title: 'Your password' })).toBe(true)
    expect(asksForSecret('x', { type: 'string', description: 'Paste the API key here' })).toBe(true)
    expect(asksForSecret('x', { type: 'string', format: 'password' })).toBe(true)
    expect(asksForSecret('x', { type: 'string', description: 'The key point of the talk' })).toBe(
      false,
    )
  })

  it('is a number only where such secrets are numbers', () => {
    expect(asksForSecret('pin', { type: 'integer' })).toBe(true)
    expect(asksForSecret('maxTokens', { type: 'integer' })).toBe(false)
  })

  it('is listed, but for switches and choices', () => {
    const schema = {
      type: 'object',
      properties: {
        token: { type: 'string' },
        rememberPassword: { type: 'boolean' },
        secretLevel: { type: 'string', enum: ['a', 'b'] },
        city: { type: 'string' },
      },
    }
    expect(secretFields(schema)).toEqual(['token'])
    expect(secretFields({ properties: [] })).toEqual([])
  })
})
