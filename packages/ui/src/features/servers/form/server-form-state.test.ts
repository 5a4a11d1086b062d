import { serverDraftSchema } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { findIssues } from './server-form-issues.ts'
import { draftOf, emptyForm, emptyRow, formOf, suggestName } from './server-form-state.ts'

const base = { ...emptyForm(), name: 'files', command: 'npx' }

describe('a server form', () => {
  it('keeps a stored secret that was not touched, in place of overwriting it with nothing', () => {
    const research = sampleServers.find((server) => server.config.id === 'research')!
    const draft = draftOf(formOf(research.config))
    expect(draft.transport).toMatchObject({
      headers: [{ name: 'Authorization', value: null, secret: true }],
    })
  })

  it('leaves the title of the server its place only where the person gave no name to an address', () => {
    const address = { ...base, kind: 'http', url: 'https://mcp.example.com/v1' } as const
    expect(draftOf(address)).toMatchObject({ isNameSuggested: true })
    expect(draftOf({ ...address, named: true })).not.toHaveProperty('isNameSuggested')
    expect(draftOf(base)).not.toHaveProperty('isNameSuggested')
  })

  it('sends arguments exactly as they are, spaces and empty ones included', () => {
    const args = ['', ' a ', 'line\nbreak'].map((value, index) => ({ key: String(index), value }))
    const parsed = serverDraftSchema.parse(draftOf({ ...base, args }))
    expect(parsed.transport).toMatchObject({ args: ['', ' a ', 'line\nbreak'] })
  })

  it('shows an issue at the row it belongs to although empty rows before it are left out', () => {
    const bad = { ...emptyRow(), key: 'bad', name: 'A=B', value: 'x' }
    expect([...findIssues({ ...base, env: [emptyRow(), bad] })]).toEqual([['bad', 'variableName']])
  })

  it('refuses a header given twice in different case', () => {
    const headers = ['X-Key', 'x-key'].map((name) => ({
      ...emptyRow(),
      key: name,
      name,
      value: '1',
    }))
    const form = { ...base, kind: 'http' as const, url: 'https://example.org/mcp', headers }
    expect([...findIssues(form)]).toEqual([['x-key', 'repeated']])
  })

  it('keeps a pinned protocol revision when something else is edited', () => {
    const config = { ...sampleServers[0]!.config, protocol: { pin: '2025-06-18' } }
    expect(draftOf(formOf(config)).protocol).toEqual({ pin: '2025-06-18' })
  })

  it('says what is missing from an empty form', () => {
    expect([...findIssues(emptyForm()).keys()].sort()).toEqual(['command', 'name'])
    expect([...findIssues({ ...base, kind: 'http', url: 'ftp://x' })]).toEqual([
      ['url', 'urlInvalid'],
    ])
  })
})

describe('suggestName', () => {
  it.each([
    ['npx', ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/tmp'], 'filesystem'],
    ['uvx', ['mcp-server-git'], 'git'],
    ['/usr/local/bin/postgres-mcp', [], 'postgres'],
    ['node', ['server.js'], 'server'],
  ])('%s %s is named %s', (command, args, name) => {
    const rows = args.map((value) => ({ key: value, value }))
    expect(suggestName({ ...emptyForm(), command, args: rows })).toBe(name)
  })

  it('names a remote server after its host', () => {
    const nameOf = (url: string) => suggestName({ ...emptyForm(), kind: 'http', url })
    expect(nameOf('https://mcp.linear.app/sse')).toBe('linear')
    expect(nameOf('http://127.0.0.1:3001/mcp')).toBe('127.0.0.1')
    expect(nameOf('http://localhost:3001/mcp')).toBe('localhost')
  })
})
