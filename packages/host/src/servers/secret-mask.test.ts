import type { ServerConfig } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createEventRecorder, createMemoryVault } from '../testing/index.ts'
import { confidencesOf, createSecretMask } from './secret-mask.ts'
import { createServerJournal } from './server-journal.ts'

const config: ServerConfig = {
  id: 'one',
  name: 'one',
  hue: 0,
  transport: {
    kind: 'http',
    url: 'http://127.0.0.1:1/mcp',
    headers: [
      { name: 'X-Team', value: { kind: 'plain', value: 'gardeners' } },
      { name: 'Authorization', value: { kind: 'plain', value: 'Bearer plain-token' } },
      { name: 'X-Pass', value: { kind: 'secret', ref: 'pass' } },
      { name: 'X-Gone', value: { kind: 'secret', ref: 'gone' } },
    ],
  },
  protocol: 'auto',
  start: 'demand',
  requestTimeoutMs: 1000,
  createdAt: 1,
}

describe('secrets of a server', () => {
  it('reach a frame, a log line or a failure when the server echoes them', async () => {
    const vault = createMemoryVault()
    vault.secrets.set('pass', 'hunter22')
    const events = createEventRecorder()
    const journal = createServerJournal('one', events)
    journal.conceal(await confidencesOf(config, vault))
    journal.frame({
      at: 1,
      direction: 'in',
      kind: 'response',
      bytes: 9,
      truncated: false,
      message: { result: { env: ['X-Pass=hunter22', 'plain-token'], 'key hunter22': 1, n: 7 } },
    })
    journal.log({ at: 1, source: 'stderr', level: 'info', text: 'got hunter22 of gardeners' })
    const failure = journal.concealed({
      code: 'exited',
      message: 'ended: hunter22',
      detail: 'Bearer plain-token',
      lastLines: ['hunter22'],
    })
    const seen = JSON.stringify([
      events.recorded,
      journal.frames(0, 9),
      journal.logs(0, 9),
      failure,
    ])
    expect(seen).not.toMatch(/hunter22|plain-token/)
    expect(seen).toContain('gardeners')
    expect(seen).toContain('X-Pass=••••••')
    expect(seen).toContain('"n":7')
  })

  it('are shown when they come in the spelling of an address or of a message cut off', async () => {
    const vault = createMemoryVault()
    vault.secrets.set('pass', 'p@ss "word"/1')
    const mask = createSecretMask(await confidencesOf(config, vault))
    expect(mask.text('HTTP_PROXY=http://ada:p%40ss%20%22word%22%2F1@proxy:1')).not.toContain('word')
    expect(mask.text('{"result":"p@ss \\"word\\"/1')).not.toContain('p@ss')
  })

  it('of one or two characters make everything unreadable', () => {
    expect(createSecretMask(['a', '1']).text('a 1 day')).toBe('a 1 day')
  })

  it('that hold one another are shown in part', () => {
    expect(createSecretMask(['token', 'token-extended']).text('token-extended')).toBe('••••••')
  })
})
