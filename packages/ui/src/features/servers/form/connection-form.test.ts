import { serverDraftSchema, type ServerConfig } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { connectionFormOf, emptyConnection, networkOf, revisionsFor } from './connection-form.ts'
import { findIssues } from './server-form-issues.ts'
import { draftOf, emptyForm, formOf } from './server-form-state.ts'

const base = { ...emptyForm(), kind: 'http' as const, name: 'far', url: 'https://far.example/mcp' }
const own = { ...emptyConnection(), proxy: 'own' as const, proxyUrl: 'http://p.example:3128' }

function withConfig(change: Partial<ServerConfig>): ServerConfig {
  return { ...sampleServers.find(({ config }) => config.id === 'research')!.config, ...change }
}

describe('the connection part of a form', () => {
  it('leaves out of a draft what is usual, so that nothing is saved that was not chosen', () => {
    const draft = draftOf(base)
    expect(draft.network).toBeUndefined()
    expect(draft.transport).not.toHaveProperty('httpTransport')
  })

  it('loses nothing of a saved configuration when another thing is edited', () => {
    const config = withConfig({
      protocol: { pin: '2025-03-26' },
      network: {
        proxy: {
          url: 'http://p.example:3128',
          user: 'ada',
          password: { kind: 'secret', ref: 'server/research/proxy/password' },
        },
        caFile: '/ca.pem',
      },
    })
    const configured = {
      ...config,
      transport: { ...config.transport, httpTransport: 'http-sse' as const },
    }
    const draft = serverDraftSchema.parse(draftOf(formOf(configured)))
    expect(draft).toMatchObject({
      protocol: { pin: '2025-03-26' },
      transport: { httpTransport: 'http-sse' },
      network: {
        proxy: { url: 'http://p.example:3128', user: 'ada', password: null },
        caFile: '/ca.pem',
      },
    })
  })

  it('sends no password without a user name, and a new one in place of the stored', () => {
    expect(networkOf({ ...own, proxyPassword: 'x' })).toEqual({
      network: { proxy: { url: 'http://p.example:3128' } },
    })
    const stored = { ...own, proxyUser: 'ada', proxyPassword: 'new', proxyPasswordStored: true }
    expect(networkOf(stored)).toMatchObject({ network: { proxy: { password: 'new' } } })
  })

  it.each(['', 'proxy.example', 'socks5://p:1', 'http://ada:secret@p.example:1'])(
    'takes %j for the address of a proxy',
    (proxyUrl) => {
      const issues = findIssues({ ...base, connection: { ...own, proxyUrl } })
      expect([...issues]).toEqual([['proxyUrl', 'proxyInvalid']])
    },
  )

  it('keeps a pinned revision in the list that is not known', () => {
    expect(revisionsFor('2031-01-01')).toContain('2031-01-01')
    expect(revisionsFor('auto')).not.toContain('auto')
    expect(connectionFormOf(withConfig({ protocol: 'legacy' })).protocol).toBe('legacy')
  })
})
