import { expect, it } from 'vitest'
import { appProxyPolicy, sealedViewPolicy } from './app-policy.ts'

it('gives a sealed view no network, no frames and no forms', () => {
  const policy = sealedViewPolicy(['mcp-app://p-1', 'app://gatehouse'])
  for (const part of ["default-src 'none'", "connect-src 'none'", "frame-src 'none'"])
    expect(policy).toContain(part)
  expect(policy).toContain("form-action 'none'")
  expect(policy).not.toMatch(/https?:|\*|'self'/)
  expect(policy).toContain('frame-ancestors mcp-app://p-1 app://gatehouse')
})

it('lets the proxy contain its own view alone', () => {
  expect(appProxyPolicy('mcp-app://v-1', 'app://gatehouse')).toContain('frame-src mcp-app://v-1;')
})
