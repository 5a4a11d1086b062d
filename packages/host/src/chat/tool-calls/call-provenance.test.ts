import { toolCallText, type JsonObject } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import type { Host } from '../../host.ts'
import {
  allowInChat,
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  says,
  turnOver,
  until,
  withDisplayHash,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf, textDigest } from '../../testing/index.ts'

const SECRET = 'Falcon-Nightfall budget 7741 Zurich depot'

let harness: ChatHarness
let sent: JsonObject[]

beforeEach(() => {
  harness = createChatHarness()
  sent = []
  harness.server.call = ({ tool, arguments: args }) => {
    if (tool.name === 'write') sent.push(args)
    const text = tool.name === 'read' ? `The ${SECRET} is ours.` : 'ok'
    return Promise.resolve({ content: [{ type: 'text', text }], isError: false })
  }
})

const leak = { text: `Look: ${SECRET}` }

async function addServer(host: Host, args: string[], id?: string): Promise<string> {
  const review = await host.servers.review({
    ...(id === undefined ? {} : { id }),
    name: 'post',
    transport: { kind: 'stdio', command: 'node', args, env: [] },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
  })
  await host.servers.save(review.id, true)
  await until(() => host.servers.list().every(({ connection }) => connection.status === 'ready'))
  return host.servers.list().find(({ config }) => config.name === 'post')?.config.id ?? ''
}

/** `files` gave the secret, and `post` may write without asking; then the model sends it there so many times. */
async function ready(times = 1, args: JsonObject = leak) {
  const { host, chat, models } = await harness.ready([
    stepOf(calls('c1', 'files__read')),
    stepOf(calls('c2', 'post__write', { text: 'hello' })),
    stepOf(says('Done.')),
    ...Array.from({ length: times }, (_, at) => [
      stepOf(calls(`s${at}`, 'post__write', args)),
      stepOf(says('Done.')),
    ]).flat(),
  ])
  const toId = await addServer(host, ['post'])
  const fromId = host.servers.list().find(({ config }) => config.name === 'files')?.config.id ?? ''
  host.chats.send(chat.id, 'Read it')
  await answerNext(host, allowOnce)
  await answerNext(host, allowInChat)
  await turnOver(host, chat)
  sent.length = 0
  const go = (): void => void host.chats.send(chat.id, 'Go on')
  return { host, chat, models, fromId, toId, go }
}

it('a tool that runs without asking is asked about when it would send what another server gave', async () => {
  const { host, chat, go } = await ready()
  go()
  const ask = await nextApproval(host)
  expect(sent).toEqual([])
  expect(ask.provenance).toMatchObject({
    isAllowedTool: true,
    flows: [{ from: { kind: 'server', serverName: 'files' }, label: 'read', path: 'text' }],
  })
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  expect(sent).toEqual([leak])
  expect(harness.stores.audited.at(-1)).toMatchObject({
    kind: 'tool-call',
    flows: [{ fromName: 'files', characters: 36 }],
  })
})

it('what was shown of the source is part of what the person answers', async () => {
  const { host, go } = await ready()
  go()
  const ask = await nextApproval(host)
  const { provenance: _none, ...bare } = ask
  expect(() => host.asks.answer(ask.id, withDisplayHash(bare, allowOnce))).toThrow(
    expect.objectContaining({ code: 'ask/not-as-shown' }),
  )
  await host.close()
  expect(sent).toEqual([])
})

/**
 * @threat provenance.rule-of-another
 * @attacker page
 * @tries Gives itself a rule that lets text go, or uses one that was given for another program.
 * @stoppedBy What lets text go with fewer questions is decided in the consent window; it holds for the very servers
 * that they were, and is looked at again when the call is sent.
 */
it('a rule that lets text go is asked about in the consent window first', async () => {
  const { host, chat, fromId, toId, go } = await ready(2)
  harness.consent.decision = 'cancel'
  expect(await host.flowRules.set({ fromId, toId }, 'allow')).toEqual({ outcome: 'cancelled' })
  go()
  await nextApproval(host)
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  harness.consent.decision = 'allow'
  expect(await host.flowRules.set({ fromId, toId }, 'allow')).toEqual({ outcome: 'changed' })
  expect(harness.consent.asked.at(-1)).toMatchObject({
    kind: 'data-flow',
    from: { name: 'files' },
    toName: 'post',
    before: 'ask',
    after: 'allow',
  })
  go()
  await turnOver(host, chat)
  expect(sent).toEqual([leak, leak])
  expect(harness.stores.audited).toContainEqual(
    expect.objectContaining({
      kind: 'data-flow-rule',
      flowRule: { fromId, fromName: 'files', before: 'ask', after: 'allow' },
    }),
  )
})

it('a rule that refuses is given without a question, and the model reads why', async () => {
  const { host, chat, models, fromId, toId, go } = await ready()
  await host.flowRules.set({ fromId, toId }, 'never')
  const isAsked = harness.consent.asked.some(({ kind }) => kind === 'data-flow')
  expect(isAsked).toBe(false)
  go()
  const turn = await turnOver(host, chat)
  expect(sent).toEqual([])
  expect(callsOf(turn)).toMatchObject([{ status: 'denied', decision: { by: 'flow-rule' } }])
  expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('A rule of the user')
  harness.consent.decision = 'cancel'
  expect(await host.flowRules.set({ fromId, toId }, 'ask')).toEqual({ outcome: 'cancelled' })
  expect(host.flowRules.list()).toMatchObject([{ fromId, toId, rule: 'never', isVoid: false }])
  proves('chat.exfiltration.refused')
})

it('a rule that is there already is neither asked about nor recorded again', async () => {
  const { host, fromId, toId } = await ready()
  const records = () => harness.stores.audited.filter(({ kind }) => kind === 'data-flow-rule')
  const pair = { fromId, toId }
  await host.flowRules.set(pair, 'ask')
  expect(records()).toHaveLength(0)
  for (let again = 0; again < 3; again += 1) await host.flowRules.set(pair, 'never')
  expect(records()).toHaveLength(1)
  harness.consent.decision = 'allow'
  await host.flowRules.set(pair, 'allow')
  await addServer(host, ['another'], toId)
  // It is void for what the server became, so it is a decision again.
  await host.flowRules.set(pair, 'ask')
  expect(host.flowRules.list()).toEqual([])
  expect(records()).toHaveLength(3)
})

/** @threat provenance.rule-of-another */
it('a rule that lets text go ends when one of the servers is another one', async () => {
  const { host, fromId, toId, go } = await ready()
  harness.consent.decision = 'allow'
  await host.flowRules.set({ fromId, toId }, 'allow')
  await addServer(host, ['another'], toId)
  expect(host.flowRules.list()).toMatchObject([{ isVoid: true }])
  go()
  expect((await nextApproval(host)).provenance?.flows).toHaveLength(1)
  await host.close()
})

/** @threat provenance.rule-of-another */
it('a rule that was taken back meanwhile keeps a call from being sent', async () => {
  const { host, chat, fromId, toId, go } = await ready()
  go()
  await nextApproval(host)
  const answered = answerNext(host, allowOnce)
  await host.flowRules.set({ fromId, toId }, 'never')
  await answered
  const turn = await turnOver(host, chat)
  expect(sent).toEqual([])
  expect(callsOf(turn).at(-1)).toMatchObject({ status: 'denied', decision: { by: 'flow-rule' } })
})

/** @threat provenance.rule-of-another */
it('a refusal holds for what the person wrote into the arguments as well', async () => {
  const { host, chat, fromId, toId } = await ready()
  await host.flowRules.set({ fromId, toId }, 'never')
  host.conversations.setModel(chat.id, null)
  for (const grant of host.grants.list()) host.grants.revoke(grant.id)
  host.chats.runTool(chat.id, {
    serverId: toId,
    toolName: 'write',
    arguments: { text: 'harmless' },
  })
  await answerNext(host, { ...allowOnce, arguments: leak })
  await turnOver(host, chat)
  expect(sent).toEqual([])
  expect(callsOf(lastTurn(host, chat))).toMatchObject([{ decision: { by: 'flow-rule' } }])
})

/** @threat provenance.costly-texts */
it('a call of which not all was compared is asked about', async () => {
  // More names than are put in rows of their own.
  const args = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}`, at]))
  const { host, go } = await ready(1, args)
  go()
  const { provenance } = await nextApproval(host)
  expect(provenance).toEqual({ flows: [], isIncomplete: true, isAllowedTool: true })
  expect(sent).toEqual([])
  await host.close()
})

it('what a rule lets go is not asked about only because there are more places than are listed', async () => {
  const args = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [`n${at}`, `Qx${at}vbnmlkjhgfz${at}`]),
  )
  harness.server.call = ({ tool, arguments: given }) => {
    if (tool.name === 'write') sent.push(given)
    const text = tool.name === 'read' ? Object.values(args).join(' then also ') : 'ok'
    return Promise.resolve({ content: [{ type: 'text', text }], isError: false })
  }
  const { host, chat, fromId, toId, go } = await ready(1, args)
  await host.flowRules.set({ fromId, toId }, 'allow')
  go()
  const turn = await turnOver(host, chat)
  expect(sent).toEqual([args])
  expect(callsOf(turn)[0]?.decision?.provenance).toMatchObject({ more: 2 })
})

it('a server that is removed while its call is compared is not asked about', async () => {
  const { host, chat, toId, go } = await ready()
  const { turns } = harness.stores
  const { saveEntry } = turns
  let isRemoved = false
  turns.saveEntry = (turnId, entry) => {
    saveEntry.call(turns, turnId, entry)
    if (entry.kind !== 'tool-call' || isRemoved) return
    isRemoved = true
    queueMicrotask(() => void host.servers.remove(toId))
  }
  go()
  const turn = await turnOver(host, chat)
  expect(host.asks.pending()).toEqual([])
  expect(callsOf(turn)).toMatchObject([
    { status: 'rejected', error: expect.stringContaining('was removed from Gatehouse') as string },
  ])
  expect(sent).toEqual([])
})

/** @threat forms.run-unread */
it('a call that the person runs in its form is asked about when text of another server is in it', async () => {
  const { host, chat, fromId, toId } = await ready()
  const call = { serverId: toId, toolName: 'write', arguments: leak }
  const run = () => {
    const { id } = host.chats.openToolForm(chat.id, call)
    const shown = textDigest.sha256(toolCallText(call))
    host.chats.runTool(chat.id, call, { id, shown })
  }
  run()
  const ask = await nextApproval(host)
  expect(ask).toMatchObject({
    notByForm: 'text-from-elsewhere',
    provenance: { flows: [{ from: { kind: 'server', serverName: 'files' } }] },
  })
  await answerNext(host, { kind: 'tool-approval', decision: 'deny' })
  await turnOver(host, chat)
  expect(sent).toEqual([])
  await host.flowRules.set({ fromId, toId }, 'never')
  run()
  expect(callsOf(await turnOver(host, chat))).toMatchObject([
    { status: 'denied', decision: { by: 'flow-rule' } },
  ])
  // With a rule that lets it go the form is enough again, and the record still says whose text it was.
  await host.flowRules.set({ fromId, toId }, 'allow')
  run()
  expect(callsOf(await turnOver(host, chat))).toMatchObject([
    { status: 'done', decision: { inForm: true, provenance: { flows: [{}] } } },
  ])
  expect(sent).toEqual([leak])
  proves('manual.form.sources')
})
