import {
  toolCallText,
  type JsonObject,
  type ToolApprovalAsk,
  type ToolResult,
} from '@gatehouse/domain'
import { expect, it } from 'vitest'
import {
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
} from '../../testing/chat-harness.ts'
import { stepOf, textDigest, toolNamed } from '../../testing/index.ts'

const empty: ToolResult = { content: [], isError: false }

/** Four calls of one step that wait: two that read, one that writes, one that reads. */
async function waiting() {
  const harness = createChatHarness()
  harness.server.tools = [
    toolNamed('read', { annotations: { readOnlyHint: true } }),
    toolNamed('write'),
  ]
  const open = new Map<unknown, () => void>()
  const begun: unknown[] = []
  harness.server.call = ({ arguments: { path } }: { arguments: JsonObject }) =>
    new Promise((resolve) => {
      begun.push(path)
      open.set(path, () => resolve(empty))
    })
  const step = [
    calls('a', 'files__read', { path: 'a' }),
    calls('b', 'files__read', { path: 'b' }),
    calls('c', 'files__write', { path: 'c' }),
    calls('d', 'files__read', { path: 'd' }),
  ]
  const { host, chat } = await harness.ready([stepOf(...step), stepOf(says('Done.'))])
  host.chats.send(chat.id, 'Go.')
  const asks = await until(() => {
    const pending = host.asks.pending() as ToolApprovalAsk[]
    return pending.length === 4 && pending
  })
  const askOf = (path: string) => {
    const found = asks.find((one) => one.arguments['path'] === path)
    if (!found) throw new Error(`No one asked about ${path}.`)
    return found
  }
  return {
    begun,
    host,
    chat,
    end: (path: string) => open.get(path)?.(),
    allow(...paths: string[]) {
      const answered = paths.map(askOf).map((ask) => {
        const { id, serverId, tool, arguments: args } = ask
        const text = toolCallText({ serverId, toolName: tool.name, arguments: args })
        return { id, shown: textDigest.sha256(text) }
      })
      host.answerPlan({ decision: 'allow-once', calls: answered })
    },
  }
}

/**
 * @threat unseen.other-order
 * @attacker model
 * @tries Relies on a later call of a step that runs before an earlier one, so that what was allowed has another effect.
 * @stoppedBy A call that the person allowed starts once every earlier one that was allowed before it has ended; only
 * calls that are declared read-only overlap each other.
 */
it('calls that were allowed together run in the order of the model, and only those that read side by side', async () => {
  const { allow, begun, end, host, chat } = await waiting()
  allow('a', 'b', 'c', 'd')
  await until(() => begun.length === 2)
  expect(begun).toEqual(['a', 'b'])
  end('b')
  end('a')
  await until(() => begun.length === 3)
  expect(begun).toEqual(['a', 'b', 'c'])
  end('c')
  await until(() => begun.length === 4)
  end('d')
  const turn = await turnOver(host, chat)
  expect(callsOf(turn).map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
})

it('a call that was allowed before an earlier one does not wait for it', async () => {
  const { allow, begun, end, host, chat } = await waiting()
  allow('c')
  await until(() => begun.length === 1)
  expect(begun).toEqual(['c'])
  allow('a', 'd')
  await until(() => begun.length === 2)
  expect(begun).toEqual(['c', 'a'])
  end('c')
  end('a')
  await until(() => begun.length === 3)
  end('d')
  allow('b')
  await until(() => begun.length === 4)
  end('b')
  await turnOver(host, chat)
})

it('a call that waits for an earlier one is not sent once the turn is stopped', async () => {
  const { allow, begun, end, host, chat } = await waiting()
  allow('c', 'd')
  await until(() => begun.length === 1)
  host.chats.stop(chat.id)
  await until(() => callsOf(lastTurn(host, chat))[3]?.status === 'cancelled')
  end('c')
  await turnOver(host, chat)
  expect(begun).toEqual(['c'])
})
