import type { Attachment, Conversation, Prompt, ServerView, Settings } from '@gatehouse/domain'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Composer } from '../features/chat/composer/composer.tsx'
import { lazyChatParts } from '../features/chat/markdown/lazy-parts.tsx'
import { KitProvider } from '../kit/index.ts'
import { BridgeProvider } from '../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../lib/samples/sample-chats.ts'
import { sampleServers } from '../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../lib/ui-store.tsx'

/* For tests: the composer of a chat over a server with a few prompts, typed in as a person does. */

export const research = sampleServers.find(({ config }) => config.id === 'research')!
export const conversation: Conversation = {
  ...sampleConversations[0]!,
  draft: '',
  serverIds: null,
  workspaceId: null,
}

export const prompts: Prompt[] = [
  {
    name: 'greet',
    title: 'Greet somebody',
    description: 'A greeting for one person of a team.',
    arguments: [
      { name: 'team', required: true },
      { name: 'person', required: true },
      { name: 'tone' },
    ],
  },
  { name: 'daily', title: 'Daily note' },
  { name: 'review-pr', title: 'Review a pull request' },
  { name: 'hidden\u202Ename' },
]

interface World {
  servers?: ServerView[]
  handlers?: InMemoryHandlers
  attachments?: Attachment[]
  chat?: Partial<Conversation>
  settings?: Partial<Settings>
  running?: boolean
  /** Drawn above the composer. */
  above?: ReactNode
}

function renderComposer({ servers = [research], handlers = {}, chat = {}, ...world }: World = {}) {
  const { settings = {}, above, ...rest } = world
  const bridge = createSampleBridge({
    servers,
    settings,
    handlers: {
      'server.prompts': () => prompts,
      'chat.send': () => ({ turnId: 't' }),
      'chat.attach-prompt': () => ({ id: 'p' }) as Attachment,
      'chat.attach-resource': () => ({ id: 'r' }) as Attachment,
      'chat.attach-file': () => ({ id: 'f' }) as Attachment,
      ...handlers,
    },
  })
  const store = createUiStore()
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            {above}
            <Composer
              conversation={{ ...conversation, ...chat }}
              running={false}
              onRunTool={() => undefined}
              {...rest}
            />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
  return { bridge, store, asked }
}

export const area = () => screen.getByTestId<HTMLTextAreaElement>('composer')
export const list = () => screen.queryByRole('listbox')
export const rows = () => screen.queryAllByRole('option').map((row) => row.textContent)
export const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
export const form = () => screen.queryByTestId('argument-form')
export const press = (key: string, init = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })

/** Advances the fake timers by some milliseconds. */
type Pass = (ms?: number) => Promise<void>

/** Opens the composer and types in it, as a person does. */
export function composerDriver(pass: Pass) {
  return {
    async openComposer(world?: World) {
      // What is loaded apart is there.
      await Promise.all(lazyChatParts.map((part) => part.preload()))
      await import('../features/chat/composer/send-attaching.ts')
      const rendered = renderComposer(world)
      await pass()
      return rendered
    },
    async type(text: string): Promise<void> {
      area().focus()
      fireEvent.input(area(), { target: { value: text } })
      await pass(1)
    },
    /** Types into a field of the form. */
    async fill(name: string, value: string): Promise<void> {
      const field = screen.getByRole('combobox', { name })
      field.focus()
      fireEvent.focus(field)
      fireEvent.input(field, { target: { value }, inputType: 'insertText' })
      await pass()
    },
  }
}
