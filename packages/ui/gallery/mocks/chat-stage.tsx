import type { Ask, ToolApprovalAsk, Turn } from '@gatehouse/domain'
import { useState, type ReactNode } from 'react'
import { BridgeProvider } from '../../src/lib/bridge/bridge.tsx'
import { createSampleBridge, type SampleWorld } from '../../src/lib/samples/sample-bridge.ts'
import { sampleAsks, sampleConversations } from '../../src/lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider, type UiState } from '../../src/lib/ui-store.tsx'
import { AppAt } from '../app-at.tsx'
import { isRunning, pagesOf } from './paged-turns.ts'
import { writeFileArguments } from './sample-turns.ts'

const askTool = {
  name: 'write_file',
  title: 'Write file',
  description:
    'Create a new file or completely overwrite an existing file with new content. Use with caution as it will overwrite existing files without warning.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where to write, inside an allowed directory' },
      content: { type: 'string' },
      mode: { enum: ['overwrite', 'append'], default: 'overwrite' },
    },
    required: ['path', 'content'],
  },
  annotations: { destructiveHint: true },
}

/** The sample ask of the design. */
export const writeFileAsk: ToolApprovalAsk = {
  ...sampleAsks[0],
  id: 'ask-1',
  kind: 'tool-approval',
  serverId: 'filesystem',
  serverName: 'filesystem',
  serverHue: 0,
  createdAt: Date.now(),
  state: { status: 'pending' },
  conversationId: 'release',
  conversationTitle: 'Release notes for 2.4',
  turnId: 't1',
  entryId: 'entry-ask-1',
  origin: 'model',
  step: 2,
  stepLimit: 20,
  tool: askTool,
  arguments: writeFileArguments,
}

interface StageProps {
  world?: SampleWorld
  at?: Partial<UiState>
  children: ReactNode
}

/** Parts of the chat outside of the app, over a sample world. */
export function ChatStage({ world = {}, at = {}, children }: StageProps) {
  const [stage] = useState(() => ({
    bridge: createSampleBridge({ asks: [writeFileAsk], ...world }),
    store: createUiStore(at),
  }))
  return (
    <BridgeProvider bridge={stage.bridge}>
      <UiStoreProvider store={stage.store}>{children}</UiStoreProvider>
    </BridgeProvider>
  )
}

interface ChatAtProps {
  turns: Turn[]
  manual?: boolean
  asks?: Ask[]
  at?: Partial<UiState>
  world?: SampleWorld
}

/** The whole app with one chat open that holds these turns. */
export function ChatAt({
  turns,
  manual = false,
  asks = [writeFileAsk],
  at,
  world = {},
}: ChatAtProps) {
  const conversations = sampleConversations.map((chat) =>
    manual && chat.id === 'release' ? { ...chat, model: null } : chat,
  )
  const pages = pagesOf(turns)
  const find = (id: string) => conversations.find((chat) => chat.id === id) ?? conversations[0]
  return (
    <AppAt
      {...(at ? { at } : {})}
      world={{
        conversations,
        asks,
        ...world,
        handlers: {
          'chat.get': ({ id }) => {
            const conversation = find(id)
            if (!conversation) throw new Error('No sample chat.')
            const page = pages.last(id === 'release')
            return { conversation, attachments: [], isRunning: isRunning(turns), ...page }
          },
          'chat.page': pages.page,
          ...world.handlers,
        },
      }}
    />
  )
}
