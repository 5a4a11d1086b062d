import type { Bridge } from '@gatehouse/contract'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { ShowWholeText } from './kit/index.ts'
import { AskCard, ChatList, ChatScreen, ChatTags, ImportChats } from './features/chat/index.ts'
import { AppShell, type SectionContent } from './features/app-shell/index.ts'
import {
  ActivityList,
  ActivityScreen,
  AddServer,
  AllPermissions,
  AskWatcher,
  ConnectModel,
  ConnectModelButton,
  FirstRunCards,
  ImportServers,
  ModelSettings,
  NewWorkspace,
  ServerAskCard,
  ServerList,
  ServerScreen,
  ServerTrafficPanel,
  SettingsList,
  SettingsScreen,
  VaultNotice,
  WorkspaceList,
  WorkspaceScreen,
} from './lazy-screens.tsx'
import { Appearance } from './lib/appearance.tsx'
import { AskCardSlotProvider, type RenderAskCard } from './lib/ask-card-slot.tsx'
import { BridgeProvider } from './lib/bridge.tsx'
import { PlainTextFallback } from './lib/plain-text-fallback.tsx'
import { FirstRunSlotProvider } from './lib/first-run-slot.tsx'
import { useNewChat } from './lib/new-chat.ts'
import { useConversations, useSafeStart } from './lib/queries/index.ts'
import { QueryStates } from './lib/query-states.tsx'
import {
  UiStoreProvider,
  useUi,
  type Overlay,
  type Section,
  type UiStore,
} from './lib/ui-store.tsx'
import { loadPartsOncePressed } from './load-parts.ts'

export interface AppProps {
  bridge: Bridge
  /** A prepared place in the app, for the gallery and tests. */
  uiStore?: UiStore
}

/** The renderer as a whole. Features meet only here. */
export function App({ bridge, uiStore }: AppProps) {
  useEffect(loadPartsOncePressed, [])
  return (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider {...(uiStore ? { store: uiStore } : {})}>
        <Appearance>
          <AskCardSlotProvider render={renderAsk}>
            <FirstRunSlotProvider cards={<FirstRunCards />}>
              <AppShell sections={sections} overlays={overlays} />
            </FirstRunSlotProvider>
          </AskCardSlotProvider>
        </Appearance>
      </UiStoreProvider>
    </BridgeProvider>
  )
}

/** Approvals belong to the chat's tool calls; what servers ask by themselves is a feature of its own. */
const renderAsk: RenderAskCard = (ask, inline) => (
  <PlainTextFallback of={ask} text={() => JSON.stringify(ask, null, 2)}>
    <ShowWholeText>
      {ask.kind === 'tool-approval' ? (
        <AskCard ask={ask} />
      ) : (
        <ServerAskCard ask={ask} inline={inline} />
      )}
    </ShowWholeText>
  </PlainTextFallback>
)

const sections: Record<Section, SectionContent> = {
  chats: { list: <ChatList />, main: <OpenChat /> },
  servers: { list: <ServerList />, main: <ServerScreen />, side: <ServerTrafficPanel /> },
  activity: { list: <ActivityList />, main: <ActivityScreen /> },
  workspaces: { list: <WorkspaceList />, main: <WorkspaceScreen /> },
  settings: {
    list: <SettingsList />,
    main: (
      <SettingsScreen
        models={<ModelSettings />}
        modelActions={<ConnectModelButton />}
        permissions={<AllPermissions />}
      />
    ),
  },
}

const overlays: ReactNode = (
  <>
    <AskWatcher />
    <VaultNotice />
    <WhenOpened kind="add-server" part={AddServer} />
    <WhenOpened kind="import-servers" part={ImportServers} />
    <WhenOpened kind="import-chats" part={ImportChats} />
    <WhenOpened kind="chat-tags" part={ChatTags} />
    <WhenOpened kind="connect-model" part={ConnectModel} />
    <WhenOpened kind="new-workspace" part={NewWorkspace} />
  </>
)

/** A part that covers the window, from the first time on that it is wanted: it closes as it opened. */
function WhenOpened({ kind, part: Part }: { kind: Overlay['kind']; part: ComponentType }) {
  const isOpen = useUi((ui) => ui.overlay?.kind === kind)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <Part />
}

/** The chat that is open. There always is one: the latest, or a new one. */
function OpenChat() {
  const conversations = useConversations()
  const chosen = useUi((ui) => ui.conversationId)
  const chooseChat = useUi((ui) => ui.chooseChat)
  const newChat = useNewChat({ stay: true })
  const list = conversations.data
  // After a crash the chat that was open waits until the person opens it.
  const safeStart = useSafeStart()
  const held = safeStart.data?.chat?.id
  const open = safeStart.isFetched
    ? list?.find((chat) => chat.id === chosen && chat.id !== held)
    : undefined
  const latest = list?.[0]
  // Asked for once: a creation that failed must not be tried again and again.
  const asked = useRef(false)
  useEffect(() => {
    if (!list || open || !safeStart.isFetched || held !== undefined) return
    if (latest) chooseChat(latest.id)
    else if (!asked.current) newChat()
    asked.current = latest === undefined
  }, [list, open, latest, chooseChat, newChat, safeStart.isFetched, held])
  // The chat that the starting window turns into keeps its composer, with what was typed into it.
  const [firstId, setFirstId] = useState<string | null>(null)
  if (open && firstId === null) setFirstId(open.id)
  if (!open && firstId !== null) return held === undefined ? null : <ChatScreen key="held" />
  const isFirst = !open || firstId === null || open.id === firstId
  const problem = !list && conversations.error
  return (
    <ChatScreen
      key={isFirst ? 'first' : open.id}
      conversation={open}
      starting={problem && <QueryStates query={conversations}>{() => null}</QueryStates>}
    />
  )
}
