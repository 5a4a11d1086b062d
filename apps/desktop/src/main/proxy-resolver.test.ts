import { expect, it } from 'vitest'
import { createProxyResolver } from './proxy-resolver.ts'

it('asks for the proxies again after a failure, and opens them once', async () => {
  let opens = 0
  const proxies = createProxyResolver(() => {
    opens += 1
    if (opens === 1) return Promise.reject(new Error('Not ready.'))
    return Promise.resolve((url) => Promise.resolve(`PROXY for ${url}`))
  })
  expect(await proxies.resolve('https://a.example')).toBe('DIRECT')
  expect(await proxies.resolve('https://a.example')).toBe('PROXY for https://a.example')
  expect(await proxies.resolve('https://b.example')).toBe('PROXY for https://b.example')
  expect(opens).toBe(2)
})
