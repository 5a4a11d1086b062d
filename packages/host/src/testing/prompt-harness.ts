/** A chat with a server that has one prompt, as it is listed and returned now. */
import {
  isGatehouseError,
  type Attachment,
  type Prompt,
  type PromptAttachment,
  type PromptChange,
  type PromptResult,
} from '@gatehouse/domain'
import {
  createChatHarness,
  says,
  turnOver,
  type ChatHarness,
  type ReadyChat,
} from './chat-harness.ts'
import { stepOf } from './index.ts'

export const PROMPT_TEXT = 'Review the pull request and list what is wrong.'
export const reviewPrompt: Prompt = {
  name: 'review',
  description: 'Reviews a pull request.',
  arguments: [{ name: 'pr', description: 'Its number.', required: true }],
}

export interface PromptHarness {
  harness: ChatHarness
  /** The prompt that the server offers now, if any. */
  listed: Prompt | undefined
  /** Returns the prompt's content now: the text of one message, or the whole result. */
  gives: (given: Record<string, string>) => string | PromptResult
  /** A chat with so many answers to come. */
  ready(answers: number): Promise<ReadyChat>
  /** Reads the list again, as the window does after a change notification. */
  list(one: ReadyChat): Promise<void>
  /** Puts the prompt into the draft; returns what is reported about it. */
  attach(one: ReadyChat, pr?: string): Promise<PromptChange | undefined>
}

export function createPromptHarness(): PromptHarness {
  const harness = createChatHarness()
  const world: PromptHarness = {
    harness,
    listed: reviewPrompt,
    gives: () => PROMPT_TEXT,
    async ready(answers) {
      const one = await harness.ready(steps(answers))
      await world.list(one)
      return one
    },
    async list(one) {
      harness.server.listener?.onListChanged('prompts')
      await one.host.servers.get(serverIn(one)).features.prompts()
    },
    async attach(one, pr = '41') {
      const request = { serverId: serverIn(one), name: 'review', arguments: { pr } }
      await one.host.attachments.attachPrompt(one.chat.id, request)
      return drafted(one)?.changed
    },
  }
  harness.server.info = {
    era: 'legacy',
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, prompts: {} },
    connectMs: 1,
  }
  harness.server.features = {
    listPrompts: () => Promise.resolve(world.listed ? [world.listed] : []),
    getPrompt: ({ arguments: given }) => {
      const result = world.gives(given)
      return Promise.resolve(
        typeof result === 'string'
          ? { messages: [{ role: 'user', content: { type: 'text', text: result } }] }
          : result,
      )
    },
  }
  return world
}

export const steps = (count: number) => Array.from({ length: count }, () => stepOf(says('Done.')))

export const serverIn = ({ host }: ReadyChat): string => host.servers.list()[0]?.config.id ?? ''

/** The first prompt of the draft. */
export const drafted = ({ host, chat }: ReadyChat): PromptAttachment | undefined =>
  host.chats.view(chat.id).attachments.find((one) => one.kind === 'prompt')

/** Uses a changed prompt, compared with what the person was shown. */
export function acceptAsShown({ host, chat }: ReadyChat, shown?: Attachment): void {
  const comparedWith = (shown?.kind === 'prompt' && shown.changed?.comparedWith) || []
  host.attachments.acceptChange(chat.id, shown?.id ?? '', comparedWith)
}

/** Sends the draft as it is, and waits for the answer. */
export async function send({ host, chat }: ReadyChat): Promise<void> {
  const ids = host.chats.view(chat.id).attachments.map(({ id }) => id)
  host.chats.send(chat.id, 'Go', ids)
  await turnOver(host, chat)
}

export const detach = (one: ReadyChat): void =>
  one.host.attachments.detach(one.chat.id, drafted(one)?.id ?? '')

/** The code of what it throws. */
export async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (isGatehouseError(error)) return error.code
    throw error
  }
  return 'it passed'
}
