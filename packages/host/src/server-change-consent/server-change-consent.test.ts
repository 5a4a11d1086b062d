import { serverDraftSchema, type ServerDraftInput } from '@gatehouse/domain'
import type { LaunchPin } from '@gatehouse/domain/launch'
import { describe, expect, it } from 'vitest'
import { createChatHarness, type ChatHarness } from '../testing/chat-harness.ts'
import {
  createImportHarness,
  DESKTOP,
  SECRET,
  suggestedChoices,
} from '../testing/import-harness.ts'

const draft = (change: Partial<ServerDraftInput> = {}) =>
  serverDraftSchema.parse({
    name: 'notes',
    transport: {
      kind: 'stdio',
      command: 'node',
      args: ['server.js'],
      env: [{ name: 'TOKEN', value: 'typed-secret', secret: true }],
    },
    ...change,
  })

/** Consent that is given after the files of the launch were replaced. */
function replacingConsent(harness: ChatHarness) {
  const file = (sha256: string): LaunchPin['files'][number] => ({
    role: 'program',
    named: 'node',
    path: '/usr/bin/node',
    realPath: '/usr/bin/node',
    size: 1,
    modifiedAt: 1,
    changedAt: 1,
    sha256,
  })
  const shown: LaunchPin = { files: [file('a'.repeat(64))] }
  harness.server.pin = shown
  const { ask } = harness.consent
  harness.consent.ask = (request, signal) => {
    harness.server.pin = { files: [file('b'.repeat(64))] }
    return ask(request, signal)
  }
  return shown
}

describe('files that are replaced while the person reads', () => {
  /**
   * @threat launch.swapped-while-reading
   * @attacker program
   * @tries replaces the files of a launch while the person reads it in the consent window
   * @stoppedBy a server is pinned to the files that were shown, so the others do not start
   */
  it('are not those that an import is pinned to', async () => {
    const bench = createImportHarness()
    bench.put(DESKTOP, { mcpServers: { a: { command: 'node' } } }, 'claude-desktop')
    const preview = await bench.imports.open()
    const shown = replacingConsent(bench.harness)
    bench.harness.consent.decision = 'allow'
    await bench.host.serverChangeConsent.proposeImport(preview.id, suggestedChoices(preview), [])
    expect(bench.harness.consent.asked).toMatchObject([{ review: { servers: [{ pin: shown }] } }])
    expect(bench.list()).toMatchObject([{ pin: shown }])
  })

  /** @threat launch.swapped-while-reading */
  it('are not those that a typed server is pinned to', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    const shown = replacingConsent(harness)
    harness.consent.decision = 'allow'
    await host.serverChangeConsent.propose(draft())
    expect(host.servers.list()).toMatchObject([{ config: { pin: shown } }])
  })
})

describe('a proposed server', () => {
  /** @threat consent.run-command */
  it('is shown as it would run, without the secret, and kept only when that was consented to', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    harness.consent.decision = 'cancel'
    expect(await host.serverChangeConsent.propose(draft())).toEqual({ outcome: 'cancelled' })
    expect(host.servers.list()).toEqual([])
    expect([...harness.vault.secrets.values()]).toEqual([])
    expect(JSON.stringify(harness.consent.asked)).not.toContain('typed-secret')
    expect(harness.consent.asked).toMatchObject([
      { kind: 'launch', changes: null, review: { draft: { transport: { args: ['server.js'] } } } },
    ])
    harness.consent.decision = 'allow'
    const proposal = await host.serverChangeConsent.propose(draft())
    expect(proposal).toMatchObject({ outcome: 'saved', server: { config: { name: 'notes' } } })
    expect(harness.server.opened).toHaveLength(0)
    expect([...harness.vault.secrets.values()]).toEqual(['typed-secret'])
  })

  /** @threat consent.pile-up */
  it('is refused before any of its files is read while four others wait', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    harness.consent.decision = 'cancel'
    const proposals = Array.from({ length: 30 }, (_, at) =>
      host.serverChangeConsent.propose(draft({ name: `number ${at}` })),
    )
    const outcomes = await Promise.allSettled(proposals)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(26)
    expect(refused[0]).toMatchObject({ reason: { code: 'consent/too-many' } })
    expect(harness.consent.asked).toHaveLength(4)
    expect(await host.serverChangeConsent.propose(draft())).toEqual({ outcome: 'cancelled' })
  })

  /** @threat consent.redirect-server */
  it('names what changes of a server that is there, secrets by name only', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    const saved = await host.serverChangeConsent.propose(draft())
    if (saved.outcome !== 'saved') throw new Error('It was not saved.')
    harness.consent.decision = 'cancel'
    await host.serverChangeConsent.propose(
      draft({
        id: saved.server.config.id,
        name: 'other',
        transport: {
          kind: 'stdio',
          command: 'node',
          args: ['evil.js'],
          env: [{ name: 'TOKEN', value: 'another-secret', secret: true }],
        },
      }),
    )
    const asked = harness.consent.asked.at(-1)
    expect(asked).toMatchObject({
      changes: [
        { part: 'arguments', before: 'server.js', after: 'evil.js' },
        { part: 'environment', before: 'TOKEN (secret)', after: 'TOKEN (new secret)' },
        { part: 'name', before: 'notes', after: 'other' },
      ],
    })
    expect(JSON.stringify(asked)).not.toContain('another-secret')
    expect(host.servers.list()[0]?.config).toMatchObject({ name: 'notes' })
  })
})

const DISGUISED = 'https://api.openai.com\u2044v1.evil.example/v1'
const MEANT = 'https://api.openai.xn--comv1-f33b.evil.example/v1'

describe('an address that reads as that of another host', () => {
  /**
   * @threat consent.disguised-host
   * @attacker configuration
   * @tries Gives an address that reads as that of a known host and means another: marks that look like a slash or a
   * dot, letters of another alphabet, user names.
   * @stoppedBy Main shows, compares and keeps such an address as it is reached, its host alone first, and points out
   * how it was written; the same for proxies, providers and the address so far.
   * @remains A host that only resembles a known one in plain letters (api-openai.example) is shown as it is, and not
   * pointed out.
   */
  it('is shown, allowed and kept as the host that a server is reached at, and pointed out', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    const transport = { kind: 'http' as const, url: DISGUISED, headers: [] }
    const proxy = { url: 'http://proxy\u3002evil.example:8080' }
    await host.serverChangeConsent.propose(draft({ transport, network: { proxy } }))
    expect(harness.consent.asked).toMatchObject([
      {
        review: {
          draft: {
            transport: { url: MEANT },
            network: { proxy: { url: 'http://proxy.evil.example:8080/' } },
          },
          risks: [
            {
              code: 'disguised-host',
              where: 'url',
              value: 'api.openai.com\u2044v1.evil.example',
              detail: 'api.openai.xn--comv1-f33b.evil.example',
            },
            { code: 'disguised-host', where: 'network', detail: 'proxy.evil.example' },
          ],
        },
      },
    ])
    expect(host.servers.list()[0]?.config).toMatchObject({
      transport: { url: MEANT },
      network: { proxy: { url: 'http://proxy.evil.example:8080/' } },
    })
    expect(JSON.stringify(host.servers.list()[0]?.config)).not.toContain('\u2044')
  })
})

describe('a proposed import', () => {
  /** @threat consent.freeze */
  it('of more than a person can read at once is refused in words, and asks nothing', async () => {
    const { harness, host, imports, list, put } = createImportHarness()
    const mcpServers = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [
        `s${at}`,
        {
          command: 'node',
          args: [`${at}${'\n'.repeat(1900)}`],
        },
      ]),
    )
    put(DESKTOP, { mcpServers }, 'claude-desktop')
    const preview = await imports.open()
    const choices = suggestedChoices(preview)
    await expect(
      host.serverChangeConsent.proposeImport(preview.id, choices, []),
    ).rejects.toMatchObject({
      code: 'import/too-much-to-read',
    })
    expect([list(), harness.consent.asked]).toEqual([[], []])
    const some = await host.serverChangeConsent.proposeImport(preview.id, choices.slice(0, 4), [])
    expect(some).toMatchObject({ outcome: 'saved' })
  })

  /** @threat consent.run-command */
  it('adds nothing that was not consented to, and shows no secret', async () => {
    const { harness, host, imports, list, put } = createImportHarness()
    put(
      DESKTOP,
      { mcpServers: { github: { command: 'npx', env: { GITHUB_TOKEN: SECRET } } } },
      'claude-desktop',
    )
    const { serverChangeConsent } = host
    const preview = await imports.open()
    const choices = suggestedChoices(preview)
    harness.consent.decision = 'cancel'
    expect(await serverChangeConsent.proposeImport(preview.id, choices, [])).toEqual({
      outcome: 'cancelled',
    })
    expect(list()).toEqual([])
    expect(JSON.stringify(harness.consent.asked)).not.toContain(SECRET)
    harness.consent.decision = 'allow'
    expect(await serverChangeConsent.proposeImport(preview.id, choices, [])).toMatchObject({
      outcome: 'saved',
    })
    expect(list()).toMatchObject([{ name: 'github', start: 'demand' }])
  })
})
