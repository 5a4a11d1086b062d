import { expect, it } from 'vitest'
import { appProxyPolicy, sealedViewPolicy } from './app-policy.ts'

/**
 * @threat apps.network
 * @attacker server
 * @tries To send out what its interface was given, by any request of a browser, WebRTC, a form or by going elsewhere.
 * @stoppedBy A view has no network by its policy, which is a header; the session cancels requests and has a dead proxy,
 * and a frame goes to no other address.
 */
it('gives a sealed view no network, no frames and no forms', () => {
  const policy = sealedViewPolicy(['mcp-app://p-1', 'app://gatehouse'])
  for (const part of ["default-src 'none'", "connect-src 'none'", "frame-src 'none'"])
    expect(policy).toContain(part)
  expect(policy).toContain("form-action 'none'")
  expect(policy).not.toMatch(/https?:|\*|'self'/)
  expect(policy).toContain('frame-ancestors mcp-app://p-1 app://gatehouse')
})

/** @threat apps.network */
it('lets the proxy contain its own view alone', () => {
  expect(appProxyPolicy('mcp-app://v-1', 'app://gatehouse')).toContain('frame-src mcp-app://v-1;')
})
