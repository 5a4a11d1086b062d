import type { Bridge, OpenWindows } from '@gatehouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ShowWholeText } from './kit/index.ts'
import { AskCard, ChatList, ChatTags, ImportChats, OwnPrompts } from './features/chat/index.ts'
import { AppShell, ChatWindowShell, type SectionContent } from './features/app-shell/index.ts'
import {
  ActivityList,
  ActivityScreen,
  AddServer,
  AllPermissions,
  AppView,
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
  ServerSettingsPage,
  ServerTrafficPanel,
  SettingsList,
  SettingsScreen,
  KeychainToasts,
  WorkspaceList,
  WorkspaceScreen,
} from './lazy-screens.tsx'
import { Appearance } from './lib/windows/appearance.tsx'
import { AppViewSlotProvider, type AppViewProps } from './lib/chats/app-view-slot.tsx'
import { AskCardSlotProvider, type RenderAskCard } from './lib/chats/ask-card-slot.tsx'
import { BridgeProvider, useBridge } from './lib/bridge/bridge.tsx'
import { watchPresses } from './lib/keys/last-press.ts'
import { createWindowNavigator } from './lib/windows/window-navigator.ts'
import { PlainTextFallback } from './lib/media/plain-text-fallback.tsx'
import { FirstRunSlotProvider } from './lib/chats/first-run-slot.tsx'
import { ignoreHeldPresses } from './lib/keys/held-press.ts'
import { queryKeys } from './lib/queries/query-keys.ts'
import {
  createUiStore,
  UiStoreProvider,
  useUi,
  type Overlay,
  type Section,
  type UiStore,
} from './lib/ui-store.tsx'
import { WindowRoleProvider, type WindowRole } from './lib/windows/window-role.tsx'
import { loadPartsOncePressed } from './load-parts.ts'
import { OpenChat, ChatInWindow, QuickChat } from './open-chat.tsx'

export interface AppProps {
  bridge: Bridge
  /** A prepared place in the app, for the gallery and tests. */
  uiStore?: UiStore
  /** Role of this window; if absent, it is all of the app. */
  role?: WindowRole
}

const main: WindowRole = { kind: 'main' }

/** The renderer as a whole. Features meet only here. */
export function App({ bridge, uiStore, role = main }: AppProps) {
  useEffect(() => loadPartsOncePressed(), [])
  useEffect(() => ignoreHeldPresses(), [])
  useEffect(() => watchPresses(), [])
  return (
    <WindowRoleProvider role={role}>
      <BridgeProvider bridge={bridge}>
        <WindowStore store={uiStore} role={role}>
          <Appearance>
            <AskCardSlotProvider render={renderAsk}>
              <AppViewSlotProvider render={renderAppView}>
                {role.kind === 'main' ? (
                  <FirstRunSlotProvider cards={<FirstRunCards />}>
                    <AppShell sections={sections} overlays={overlays} />
                  </FirstRunSlotProvider>
                ) : (
                  <ChatWindowShell overlays={ownOverlays}>
                    {role.kind === 'chat' ? (
                      <ChatInWindow id={role.conversationId} />
                    ) : (
                      <QuickChat />
                    )}
                  </ChatWindowShell>
                )}
              </AppViewSlotProvider>
            </AskCardSlotProvider>
          </Appearance>
        </WindowStore>
      </BridgeProvider>
    </WindowRoleProvider>
  )
}

/** Where this window is, which knows what it leaves to other windows. */
function WindowStore({
  store,
  role,
  children,
}: {
  store: UiStore | undefined
  role: WindowRole
  children: ReactNode
}) {
  const { request } = useBridge()
  const client = useQueryClient()
  const [own] = useState(() => {
    if (store) return store
    const open = () => client.getQueryData<OpenWindows>(queryKeys.openWindows)
    const windowNavigator = createWindowNavigator({ role, request, open })
    const start = { askDraftsLoaded: false }
    return role.kind === 'main'
      ? createUiStore(start, sessionStorage, windowNavigator)
      : createUiStore(
          { ...start, ...(role.kind === 'chat' ? { conversationId: role.conversationId } : {}) },
          undefined,
          windowNavigator,
        )
  })
  return <UiStoreProvider store={own}>{children}</UiStoreProvider>
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

const renderAppView = (props: AppViewProps): ReactNode => <AppView {...props} />

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
        servers={<ServerSettingsPage />}
        permissions={<AllPermissions />}
      />
    ),
  },
}

const overlays: ReactNode = (
  <>
    <AskWatcher />
    <KeychainToasts />
    <WhenOpened kind="add-server" part={AddServer} />
    <WhenOpened kind="import-servers" part={ImportServers} />
    <WhenOpened kind="import-chats" part={ImportChats} />
    <WhenOpened kind="chat-tags" part={ChatTags} />
    <WhenOpened kind="own-prompts" part={OwnPrompts} />
    <WhenOpened kind="connect-model" part={ConnectModel} />
    <WhenOpened kind="new-workspace" part={NewWorkspace} />
  </>
)

/** Overlays of a chat's own window; all others are overlays of the main one. */
const ownOverlays: ReactNode = (
  <>
    <AskWatcher />
    <WhenOpened kind="chat-tags" part={ChatTags} />
    <WhenOpened kind="own-prompts" part={OwnPrompts} />
  </>
)

/** A part that covers the window, from the first time on that it is wanted: it closes as it opened. */
function WhenOpened({ kind, part: Part }: { kind: Overlay['kind']; part: ComponentType }) {
  const isOpen = useUi((ui) => ui.overlay?.kind === kind)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <Part />
}
