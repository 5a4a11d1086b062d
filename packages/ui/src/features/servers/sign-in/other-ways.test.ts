import type { ConnectionFailure } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { otherEntry, otherRedirects } from './other-ways.ts'

const failureOf = (more: Partial<ConnectionFailure>): ConnectionFailure => ({
  code: 'sign-in-needed',
  detail: 'sign-in/port-in-use',
  message: 'No.',
  lastLines: [],
  ...more,
})
const taken = failureOf({ address: '127.0.0.1:8123' })
const names = (...given: Parameters<typeof otherRedirects>) =>
  otherRedirects(...given).map(({ name }) => name)

it('where the browser cannot return, each other way back is offered, and never the present one', () => {
  const fixed = { signInRedirect: { kind: 'loopback', host: '127.0.0.1', port: 8123 } } as const
  expect(names(fixed, { failure: taken, opensByLink: true })).toEqual([
    'any-port',
    'localhost',
    'app-link',
  ])
  expect(names({}, { failure: taken, opensByLink: false })).toEqual(['localhost'])
  const link = { signInRedirect: { kind: 'app-link' } } as const
  expect(names(link, { failure: taken, opensByLink: true })).toEqual(['127.0.0.1', 'localhost'])
})

it('other failures offer no other way back', () => {
  const failure = failureOf({ detail: 'sign-in/denied' })
  expect(names({}, { failure, opensByLink: true })).toEqual([])
  const unreached = failureOf({ code: 'unreachable', address: 'x' })
  expect(names({}, { failure: unreached, opensByLink: true })).toEqual([])
})

const mismatch = {
  of: 'metadata' as const,
  field: 'issuer',
  expected: 'https://a.example',
  found: 'https://b.example',
}
it.each([
  [{ detail: 'sign-in/rejected', address: 'http://127.0.0.1:1/callback' }, 'client'],
  [{ detail: 'sign-in/unsafe', mismatch }, 'token'],
  [{ detail: 'sign-in/unsafe', mismatch: { ...mismatch, of: 'client' as const } }, 'client'],
  [{ detail: 'sign-in/unsafe', mismatch: { ...mismatch, of: 'response' as const } }, undefined],
  [{ detail: 'sign-in/unsupported' }, 'token'],
  [{ detail: 'sign-in/rejected' }, undefined],
])('%o leads to the settings for: %s', (more, entry) => {
  expect(otherEntry(failureOf(more))).toBe(entry)
})
