import { GatehouseError } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import { cityForm, handlerOf, nextAsk } from '../../testing/asking-server.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  turnOver,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { toolNamed } from '../../testing/index.ts'

const never = new AbortController().signal
let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
})

/** A chat in which the person has asked for a call of `read`. */
async function called() {
  const { host, chat } = await harness.ready([])
  const serverId = host.servers.list()[0]?.config.id ?? ''
  host.conversations.setModel(chat.id, null)
  host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
  const ask = await nextApproval(host)
  return { host, chat, serverId, ask }
}

describe('a server that is removed', () => {
  /** @threat faults.removed */
  it('takes back what is asked about it, so that no card is left to allow', async () => {
    const { host, chat, serverId, ask } = await called()
    await host.servers.remove(serverId)
    const turn = await turnOver(host, chat)
    expect(host.asks.pending()).toEqual([])
    expect(() => answerAsk(host, ask.id, allowOnce)).toThrow(/answered or withdrawn/)
    expect(callsOf(turn)[0]).toMatchObject({
      status: 'cancelled',
      error: 'files was removed from Gatehouse, so this call of read was not made.',
    })
    expect(harness.server.opened).toHaveLength(1)
    proves('faults.removed.asks')
    proves('faults.removed.words')
  })

  /** @threat faults.removed */
  it('is not started by a call that was allowed just before', async () => {
    const { host, chat, serverId, ask } = await called()
    answerAsk(host, ask.id, allowOnce)
    const removing = host.servers.remove(serverId)
    await turnOver(host, chat)
    await removing
    expect(harness.server.opened).toHaveLength(1)
    expect(harness.server.closed).toBe(1)
  })
})

describe('what a server asked for a call', () => {
  /**
   * @threat faults.left-question
   * @attacker server
   * @tries To keep a question before the person that looks as if a call that is over needed it.
   * @stoppedBy What was asked for a call is withdrawn when the call fails, is lost or takes too long.
   * @remains After a call that has a result its question stays, as some servers keep working; it names the call.
   */
  it.each(['call/connection-lost', 'call/outcome-unknown', 'call/timed-out', 'call/protocol'])(
    'is taken from the person when the call ended with %s',
    async (code) => {
      let asked: Promise<unknown> | undefined
      harness.server.call = async ({ callId = '' }) => {
        asked = handlerOf(harness).elicit(cityForm, { callIds: [callId] }, never)
        asked.catch(() => undefined)
        await until(() => true)
        throw new GatehouseError(code, 'It is over.')
      }
      const { host, chat } = await called()
      await answerNext(host, allowOnce)
      await turnOver(host, chat)
      await expect(asked).rejects.toMatchObject({ code: 'ask/withdrawn' })
      expect(host.asks.pending()).toEqual([])
      proves('faults.questions.failed')
    },
  )

  it('stays before the person when the call had a result, as the server may still want it', async () => {
    harness.server.call = async ({ callId = '' }) => {
      handlerOf(harness)
        .elicit(cityForm, { callIds: [callId] }, never)
        .catch(() => undefined)
      return Promise.resolve({ content: [], isError: false })
    }
    const { host, chat } = await called()
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
    expect(await nextAsk(host, 'elicitation')).toMatchObject({ request: cityForm })
  })
})

describe('a tool that is for the views of an app only', () => {
  /**
   * @threat faults.app-tools
   * @attacker model
   * @tries To call a tool that its server keeps for the views of an app.
   * @stoppedBy Such tools are not in the list of a model, and only those of the list can be called.
   * @remains A person may call them in manual mode, where they see the tool and its arguments.
   */
  it.each([
    ['app', ['app'], false],
    ['nobody', [], false],
    ['both', ['model', 'app'], true],
    ['models', ['model'], true],
  ])('is offered to a model only if it is for models: %s', async (_who, visibility, isOffered) => {
    harness.server.tools = [
      toolNamed('read'),
      toolNamed('refresh', { _meta: { ui: { visibility } } }),
    ]
    const { host, chat, models } = await harness.ready([])
    host.chats.send(chat.id, 'go')
    await until(() => models.requests[0])
    const names = models.requests[0]?.tools.map(({ name }) => name)
    expect(names).toEqual(isOffered ? ['files__read', 'files__refresh'] : ['files__read'])
    await until(() => lastTurn(host, chat).status !== 'running')
    proves('faults.app-tools.hidden')
  })
})
