import { serverDraftSchema, type ServerDraftInput } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthorizedServer } from '../ports/index.ts'
import { createChatHarness, until, type ChatHarness } from '../testing/chat-harness.ts'

type DraftClient = NonNullable<ServerDraftInput['oauthClient']>

let harness: ChatHarness
let host: ReturnType<ChatHarness['build']>['host']
let opened: AuthorizedServer[]

beforeEach(() => {
  harness = createChatHarness()
  harness.consent.decision = 'allow'
  opened = []
  const { open } = harness.authorizations
  harness.authorizations.open = (server) => {
    opened.push(server)
    return open(server)
  }
  ;({ host } = harness.build([]))
})

const ISSUER = 'https://login.example'
const client = (change: Partial<DraftClient> = {}): DraftClient => ({
  grant: 'client-credentials',
  issuer: ISSUER,
  id: 'machine',
  credential: { kind: 'secret', value: 'typed-secret' },
  ...change,
})
const draft = (oauthClient: DraftClient | undefined, change: Partial<ServerDraftInput> = {}) =>
  serverDraftSchema.parse({
    name: 'far',
    transport: { kind: 'http', url: 'https://far.example/mcp', headers: [] },
    start: 'demand',
    ...(oauthClient ? { oauthClient } : {}),
    ...change,
  })

async function add(oauthClient?: DraftClient): Promise<string> {
  const proposal = await host.serverChangeConsent.propose(draft(oauthClient))
  if (proposal.outcome !== 'saved') throw new Error('It was not saved.')
  return proposal.server.config.id
}

const change = (id: string, oauthClient: DraftClient | undefined, more: object = {}) =>
  host.serverChangeConsent.propose(draft(oauthClient, { id, ...more }))
const kept = { kind: 'secret', value: null } as const
const secrets = () => [...harness.vault.secrets.values()]

async function started(id: string): Promise<AuthorizedServer | undefined> {
  opened.length = 0
  host.servers.get(id).lifecycle.start()
  await until(() => opened.length > 0 || host.servers.get(id).view().connection.status === 'failed')
  return opened[0]
}

describe('the secret of a client', () => {
  it('is in the keychain alone, and goes where the sign-in needs it', async () => {
    const id = await add(client())
    expect(secrets()).toEqual(['typed-secret'])
    const outside = JSON.stringify([
      host.servers.list(),
      harness.consent.asked,
      harness.stores.servers.list(),
      harness.events,
    ])
    expect(outside).not.toContain('typed-secret')
    expect(await started(id)).toMatchObject({
      client: {
        grant: 'client-credentials',
        issuer: ISSUER,
        id: 'machine',
        credential: { kind: 'secret', secret: 'typed-secret' },
      },
    })
  })

  /** @threat oauth.client-secret-moved */
  it('is not kept before the person agreed, who sees for whom it is', async () => {
    harness.consent.decision = 'cancel'
    await host.serverChangeConsent.propose(draft(client()))
    expect(secrets()).toEqual([])
    expect(harness.consent.asked).toMatchObject([
      { review: { draft: { oauthClient: { issuer: ISSUER, id: 'machine' } } } },
    ])
  })

  /**
   * @threat oauth.client-secret-moved
   * @attacker page
   * @tries To have the secret of a client kept for another issuer, client or server, by saving settings that leave it
   * as it is.
   * @stoppedBy A secret is bound to issuer, client and server; for others it is typed again, and the person reads for
   * whom it is in a window of main’s own.
   */
  it.each([
    ['another issuer', client({ issuer: 'https://evil.example', credential: kept }), {}],
    ['another client', client({ id: 'other', credential: kept }), {}],
    [
      'another server',
      client({ credential: kept }),
      { transport: { kind: 'http', url: 'https://evil.example/mcp', headers: [] } },
    ],
    ['a key', client({ credential: { kind: 'key', value: null } }), {}],
  ])('that was given for one is not kept for %s', async (_, next, more) => {
    const id = await add(client())
    await expect(change(id, next, more)).rejects.toMatchObject({ code: 'server/secret-elsewhere' })
    expect(secrets()).toEqual(['typed-secret'])
  })

  /** @threat oauth.client-secret-moved */
  it('is not sent when the record names another issuer than it was given for', async () => {
    const id = await add(client())
    const [config] = harness.stores.servers.list()
    if (!config?.oauthClient) throw new Error('There is no client.')
    const oauthClient = { ...config.oauthClient, issuer: 'https://evil.example' }
    harness.stores.servers.save({ ...config, oauthClient })
    ;({ host } = harness.build([]))
    expect(await started(id)).toBeUndefined()
    expect(JSON.stringify(host.servers.get(id).view())).toContain('"code":"secret-elsewhere"')
  })

  it('stays when another thing is changed, and is replaced by another one', async () => {
    const id = await add(client())
    await change(id, client({ credential: kept }), { name: 'renamed' })
    expect(secrets()).toEqual(['typed-secret'])
    expect(harness.authorizations.forgotten).toEqual([])
    await change(id, client({ credential: { kind: 'secret', value: 'NEW' } }))
    expect(secrets()).toEqual(['NEW'])
    expect(harness.consent.asked.at(-1)).toMatchObject({
      changes: [
        { part: 'name' },
        { part: 'client', after: expect.stringContaining('(new secret)') as string },
      ],
    })
  })

  /** @threat oauth.client-secret-left */
  it('is forgotten with the client, and so is what was given to that', async () => {
    const id = await add(client())
    await change(id, undefined)
    expect(secrets()).toEqual([])
    expect(harness.authorizations.forgotten).toEqual([id])
  })

  it('is forgotten with the server', async () => {
    const id = await add(client())
    await host.servers.remove(id)
    expect(secrets()).toEqual([])
  })

  it('that is gone from the keychain is reported, and no one is signed in without it', async () => {
    const id = await add(client())
    harness.vault.secrets.clear()
    expect(await started(id)).toBeUndefined()
    expect(JSON.stringify(host.servers.get(id).view())).toContain('"code":"secret-missing"')
  })
})

/** @threat oauth.statement-of-another-kind */
it.each([
  ['workload', {}],
  ['enterprise', { provider: { issuer: 'https://idp.example', id: 'at-home' } }],
] as const)(
  'a statement (%s) is read where the person said, once it is needed',
  async (grant, more) => {
    const reads: string[] = []
    harness.authorizations.readAssertion = (file) => {
      reads.push(file)
      return Promise.resolve('signed')
    }
    const given = {
      grant,
      credential: { kind: 'none' },
      statementFile: '/run/token',
      ...more,
    } as const
    const id = await add(client(given))
    expect(harness.consent.asked).toMatchObject([{ review: { draft: { oauthClient: given } } }])
    const opening = (await started(id))?.client
    expect(opening).toMatchObject({ grant, ...more })
    expect(reads).toEqual([])
    const { assertion } = opening as unknown as { assertion(): Promise<string> }
    expect(await assertion()).toBe('signed')
    expect(reads).toEqual(['/run/token'])
  },
)

it.each([
  [{ grant: 'workload' }, 'statementFile'],
  [{ grant: 'workload', statementFile: 'token' }, 'statementFile'],
  [{ grant: 'sign-in', statementFile: '/run/token' }, 'statementFile'],
  [{ grant: 'enterprise', statementFile: '/run/token' }, 'provider.issuer'],
] as const)('a client that cannot work is not accepted: %o', (part, field) => {
  const parsed = serverDraftSchema.safeParse({ ...draft(client()), oauthClient: client(part) })
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([`oauthClient.${field}`])
})

it('a person whom no file describes signs in at the provider that was consented to', async () => {
  const provider = { issuer: 'https://idp.example', id: 'at-home' }
  const id = await add(client({ grant: 'enterprise', credential: { kind: 'none' }, provider }))
  expect(harness.consent.asked).toMatchObject([
    { review: { draft: { oauthClient: { provider } } } },
  ])
  const opening = (await started(id))?.client
  expect(opening).toMatchObject({ grant: 'enterprise', provider })
  expect(opening).not.toHaveProperty('assertion')
})

/** @threat oauth.client-secret-moved */
it('an issuer that reads as another host is shown as the host that it is', async () => {
  await add(client({ issuer: 'https://login.example\u2044v1.evil.example' }))
  expect(harness.consent.asked).toMatchObject([
    {
      review: {
        draft: { oauthClient: { issuer: expect.stringContaining('xn--') as string } },
        risks: [{ code: 'disguised-host', where: 'issuer' }],
      },
    },
  ])
})

it('a client that signs in nobody needs a secret or a key', () => {
  const none = serverDraftSchema.safeParse({
    ...draft(client()),
    oauthClient: client({ credential: { kind: 'none' } }),
  })
  expect(none.error?.issues.map(({ path }) => path.join('.'))).toEqual(['oauthClient.credential'])
})
