import type { ModelRef, TokenUsage } from '@gatehouse/domain'
import type {
  SamplingAnswer,
  SamplingRequest,
  SamplingRule,
} from '@gatehouse/domain/server-requests'
import type { ModelEvent } from '../ports/index.ts'
import { maxTokensOf } from '../server-requests/sampling-usage.ts'
import { handlerOf } from './asking-server.ts'
import { allowOnce, answerNext, until, type ChatHarness, type ReadyChat } from './chat-harness.ts'

/** Servers that ask for a model's answer during a tool call, within a budget. */

export const question: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
  maxTokens: 50,
}
export const MAX_TOKENS_OF_REQUEST = maxTokensOf(question)

/** A step whose provider reports what it used. */
export function answerOf(text: string, usage: TokenUsage = { inputTokens: 10, outputTokens: 5 }) {
  return async function* (): AsyncIterable<ModelEvent> {
    await Promise.resolve()
    yield { type: 'text-delta', text }
    yield { type: 'finish', reason: 'stop', usage }
  }
}

export const serverIdOf = ({ host }: ReadyChat): string => host.servers.list()[0]?.config.id ?? ''

export function modelOf({ host, chat }: ReadyChat): ModelRef {
  const { model } = host.conversations.get(chat.id)
  if (!model) throw new Error('The chat has no model.')
  return model
}

export const budget = (ready: ReadyChat, tokensPerDay: number): SamplingRule => ({
  kind: 'budget',
  tokensPerDay,
  models: [modelOf(ready)],
})

type Sampled = Promise<SamplingAnswer>
export type Asking = (sample: (request?: SamplingRequest) => Sampled) => Promise<void>

/** Runs a tool during which the server asks; what became of each request. */
export async function duringCall(
  harness: ChatHarness,
  { host, chat }: ReadyChat,
  ask: Asking,
): Promise<{ over: Promise<void> }> {
  let over: Promise<void> = Promise.resolve()
  let begun = false
  harness.server.call = ({ callId }, signal) => {
    over = ask((request = question) =>
      handlerOf(harness).sample(request, { callIds: [callId ?? ''] }, signal),
    )
    begun = true
    return over.then(() => ({ content: [{ type: 'text', text: 'ok' }], isError: false }))
  }
  const { model } = host.conversations.get(chat.id)
  const serverId = host.servers.list()[0]?.config.id ?? ''
  host.conversations.setModel(chat.id, null)
  host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
  await answerNext(host, allowOnce)
  await until(() => begun)
  host.conversations.setModel(chat.id, model)
  return { over }
}
