import { createContext, useContext, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AskDraft } from '@gatehouse/domain'

export type Section = 'chats' | 'servers' | 'activity' | 'workspaces' | 'settings'
export type ServerTab =
  | 'overview'
  | 'tools'
  | 'prompts'
  | 'resources'
  | 'skills'
  | 'interfaces'
  | 'tasks'
  | 'permissions'
  | 'sign-in'
  | 'settings'
  | 'logs'
  | 'traffic'
export type SettingsPage =
  | 'general'
  | 'models'
  | 'servers'
  | 'permissions'
  | 'network'
  | 'keychain'
  | 'backup'
  | 'about'
/** Overlay of the window. `providerId` = change that provider's key. `providerId` = change that one's key. */
export type Overlay =
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  | { kind: 'add-server' }
  | { kind: 'import-servers' }
  | { kind: 'import-chats' }
  | { kind: 'chat-tags'; conversationId: string }
  | { kind: 'own-prompts' }
  | { kind: 'new-workspace' }
  | { kind: 'connect-model'; providerId?: string; discoveredUrl?: string }

/** A message that is being edited. */
export interface MessageEdit {
  text: string
  /** Ids of the attachments that it is to be sent without. */
  removed: readonly string[]
}

export interface EntryRef {
  conversationId: string
  turnId: string
  entryId: string
  /** Nothing happens when it is in a version that is not shown; otherwise that is shown instead. */
  shownOnly?: boolean
}

/** A message on the wire of a server, by its number. */
export interface FrameRef {
  serverId: string
  seq: number
}

/** Where the person is and what is open. Nothing that main owns. */
export interface UiState {
  section: Section
  conversationId: string | null
  serverId: string | null
  serverTab: ServerTab
  workspaceId: string | null
  /** An ask's or an audit record's id. */
  activityId: string | null
  settingsPage: SettingsPage
  sideOpen: boolean
  overlay: Overlay | null
  /** A tool that was picked on a server's page and is to be filled in in a chat. */
  toolIntent: { serverId: string; toolName: string } | null
  /** An entry that was searched for, and that its chat is to show. */
  chatPlace: EntryRef | null
  /** A message that its server's traffic is to show. */
  framePlace: FrameRef | null
  /** A standing permission that its server's page is to show. */
  grantId: string | null
  /** Read out by the one live region. */
  announcement: string
  /** By the ask's id; kept until the ask is settled. */
  askDrafts: Readonly<Record<string, AskDraft>>
  /** True once main's drafts are loaded; no card is drawn before. */
  askDraftsLoaded: boolean
  /** Messages that are being edited, by the message's id; kept until they are sent or discarded. */
  messageEdits: Readonly<Record<string, MessageEdit>>
  /**
   * Input of half-filled forms elsewhere, by place; see `useRetainedState`. In memory only: it may hold secrets.
   */
  kept: Readonly<Record<string, unknown>>
}

export interface UiActions {
  goTo: (section: Section) => void
  openChat: (id: string | null) => void
  /** Opens a chat at an entry; the chat takes the place with `takeChatPlace`. */
  openChatAt: (place: EntryRef) => void
  takeChatPlace: () => EntryRef | null
  /** The chat that is shown once the person is in chats. */
  chooseChat: (id: string) => void
  openServer: (id: string | null, tab?: ServerTab) => void
  /** Opens a server's tools at one of them. */
  openTool: (place: { serverId: string; tool: string }) => void
  /** Opens a server's permissions at one of them; the page takes it with `takeGrant`. */
  openGrant: (place: { serverId: string; grantId: string }) => void
  takeGrant: () => string | null
  /** Opens a server's traffic at a message; the list takes the place with `takeFramePlace`. */
  openFrame: (place: FrameRef) => void
  takeFramePlace: (serverId: string) => number | null
  openActivity: (id: string | null) => void
  openWorkspace: (id: string | null) => void
  openSettings: (page: SettingsPage) => void
  setServerTab: (tab: ServerTab) => void
  toggleSide: () => void
  show: (overlay: Overlay | null) => void
  /** Goes to the chat with the tool's form; the chat takes the intent with `takeToolIntent`. */
  runInChat: (intent: { serverId: string; toolName: string }) => void
  takeToolIntent: () => { serverId: string; toolName: string } | null
  announce: (text: string) => void
  /** `undefined` gives it up. */
  changeMessageEdit: (messageId: string, edit: MessageEdit | undefined) => void
  /** `undefined` forgets it. */
  keep: (place: string, value: unknown) => void
  /** Forgets all places that are named after something that is gone: `settings ID`, `prompt ID NAME`. */
  forgetKept: (id: string) => void
  /** Loads drafts; those changed here since are kept. */
  loadAskDrafts: (drafts: Readonly<Record<string, AskDraft>>) => void
  changeAskDraft: (askId: string, change: AskDraft) => void
  /** Replaces the drafts that another window wrote into the cards of these asks. */
  replaceAskDrafts: (askIds: readonly string[], drafts: Readonly<Record<string, AskDraft>>) => void
  /** Forgets the drafts of all other asks. */
  keepAskDrafts: (askIds: readonly string[]) => void
}

/** Goes to another window where that is the one to show it; returns whether it did. */
export type WindowNavigator = (change: Partial<UiState>, state: UiState) => boolean

export type UiStore = StoreApi<UiState & UiActions>

const initial: UiState = {
  section: 'chats',
  conversationId: null,
  serverId: null,
  serverTab: 'overview',
  workspaceId: null,
  activityId: null,
  settingsPage: 'general',
  sideOpen: false,
  overlay: null,
  toolIntent: null,
  chatPlace: null,
  framePlace: null,
  grantId: null,
  announcement: '',
  askDrafts: {},
  askDraftsLoaded: true,
  messageEdits: {},
  kept: {},
}

/** Where the tool that is shown of a server is kept. */
export const chosenToolKey = (serverId: string): string => `chosen-tools ${serverId}`

/** The first page of a window finds nothing of one before it, and the first look would wait for another process. */
function isFirstPage(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return history.length === 1 && (entry as { type?: string } | undefined)?.type === 'navigate'
}

/**
 * The store of one window; what is selected survives a reload through `storage`. Where `windowNavigator` takes a change
 * to another window, nothing changes in this one.
 */
export function createUiStore(
  start: Partial<UiState> = {},
  storage?: Storage,
  windowNavigator: WindowNavigator = () => false,
): UiStore {
  const build = (
    change: (change: Partial<UiState>) => void,
    get: () => UiState & UiActions,
  ): UiState & UiActions => {
    const set = (next: Partial<UiState>): void => {
      if (!windowNavigator(next, get())) change(next)
    }
    return actionsOf(start, set, get)
  }
  if (!storage) return createStore<UiState & UiActions>()((set, get) => build(set, get))
  return createStore<UiState & UiActions>()(
    persist((set, get) => build(set, get), {
      name: 'gatehouse-ui',
      version: 1,
      skipHydration: isFirstPage(),
      storage: createJSONStorage(() => storage),
      partialize: ({
        section,
        conversationId,
        serverId,
        serverTab,
        workspaceId,
        settingsPage,
        sideOpen,
      }) => ({
        section,
        conversationId,
        serverId,
        serverTab,
        workspaceId,
        settingsPage,
        sideOpen,
      }),
    }),
  )
}

function actionsOf(
  start: Partial<UiState>,
  set: (change: Partial<UiState>) => void,
  get: () => UiState & UiActions,
): UiState & UiActions {
  return {
    ...initial,
    ...start,
    goTo: (section) => set({ section }),
    openChat: (conversationId) => set({ section: 'chats', conversationId }),
    openChatAt: (chatPlace) =>
      set({ section: 'chats', conversationId: chatPlace.conversationId, chatPlace }),
    takeChatPlace() {
      const { chatPlace } = get()
      if (chatPlace) set({ chatPlace: null })
      return chatPlace
    },
    chooseChat: (conversationId) => set({ conversationId }),
    openServer: (serverId, tab) =>
      set({ section: 'servers', serverId, ...(tab ? { serverTab: tab } : {}) }),
    openTool({ serverId, tool }) {
      const kept = { ...get().kept, [chosenToolKey(serverId)]: tool }
      // In one step: another window may be the one to show it.
      set({ section: 'servers', serverId, serverTab: 'tools', kept })
    },
    openGrant: ({ serverId, grantId }) =>
      set({ section: 'servers', serverId, serverTab: 'permissions', grantId }),
    takeGrant() {
      const { grantId } = get()
      if (grantId !== null) set({ grantId: null })
      return grantId
    },
    openFrame: (framePlace) =>
      set({ section: 'servers', serverId: framePlace.serverId, serverTab: 'traffic', framePlace }),
    takeFramePlace(serverId) {
      const { framePlace } = get()
      if (framePlace?.serverId !== serverId) return null
      set({ framePlace: null })
      return framePlace.seq
    },
    openActivity: (activityId) => set({ section: 'activity', activityId }),
    openWorkspace: (workspaceId) => set({ section: 'workspaces', workspaceId }),
    openSettings: (settingsPage) => set({ section: 'settings', settingsPage }),
    setServerTab: (serverTab) => set({ serverTab }),
    toggleSide: () => set({ sideOpen: !get().sideOpen }),
    show: (overlay) => set({ overlay }),
    runInChat: (toolIntent) => set({ section: 'chats', toolIntent }),
    takeToolIntent() {
      const { toolIntent } = get()
      if (toolIntent) set({ toolIntent: null })
      return toolIntent
    },
    announce: (announcement) => set({ announcement }),
    changeMessageEdit(messageId, edit) {
      const { [messageId]: _before, ...others } = get().messageEdits
      set({ messageEdits: edit === undefined ? others : { ...others, [messageId]: edit } })
    },
    keep(place, value) {
      const { [place]: _before, ...others } = get().kept
      set({ kept: value === undefined ? others : { ...others, [place]: value } })
    },
    forgetKept(id) {
      const entries = Object.entries(get().kept)
      set({ kept: Object.fromEntries(entries.filter(([place]) => place.split(' ')[1] !== id)) })
    },
    loadAskDrafts: (drafts) =>
      set({ askDrafts: { ...drafts, ...get().askDrafts }, askDraftsLoaded: true }),
    changeAskDraft(askId, change) {
      const { askDrafts } = get()
      set({ askDrafts: { ...askDrafts, [askId]: { ...askDrafts[askId], ...change } } })
    },
    replaceAskDrafts(askIds, drafts) {
      const others = Object.entries(get().askDrafts).filter(([id]) => !askIds.includes(id))
      set({ askDrafts: { ...Object.fromEntries(others), ...drafts } })
    },
    keepAskDrafts(askIds) {
      const entries = Object.entries(get().askDrafts)
      const kept = entries.filter(([id]) => askIds.includes(id))
      if (kept.length < entries.length) set({ askDrafts: Object.fromEntries(kept) })
    },
  }
}

const UiStoreContext = createContext<UiStore | null>(null)

export function UiStoreProvider({ store, children }: { store: UiStore; children: ReactNode }) {
  return <UiStoreContext value={store}>{children}</UiStoreContext>
}

/** The store itself, for what must see its state at a later moment. */
export function useUiStore(): UiStore {
  const store = useContext(UiStoreContext)
  if (!store) throw new Error('useUiStore needs a UiStoreProvider around it.')
  return store
}

/** `useUi((ui) => ui.serverId)`. Select one thing at a time. */
export function useUi<Selected>(select: (state: UiState & UiActions) => Selected): Selected {
  return useStore(useUiStore(), select)
}
