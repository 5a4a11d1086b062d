import type { OpenWindows, WindowPlace } from '@gatehouse/contract'
import type { RequestRoute } from '../bridge/request-route.ts'
import {
  chosenToolKey,
  type EntryRef,
  type WindowNavigator,
  type Overlay,
  type UiState,
} from '../ui-store.tsx'
import type { WindowRole } from './window-role.tsx'

interface Windows {
  role: WindowRole
  request: RequestRoute
  /** Those that are known to be open. */
  open: () => OpenWindows | undefined
}

/**
 * A chat that is in a window of its own is shown there and not twice; all that the window of a chat does not have is
 * shown in the main one.
 */
export function createWindowNavigator({ role, request, open }: Windows): WindowNavigator {
  const isMain = role.kind === 'main'
  const ask = <Name extends 'window.open-chat' | 'window.show-place'>(
    ...given: Parameters<typeof request<Name>>
  ): true => {
    // Main refuses what no one pressed, and logs that.
    request(...given).catch(() => undefined)
    return true
  }
  return (change, state) => {
    const { section, conversationId: id } = change
    const chats = section === 'chats' ? open()?.chats : undefined
    if (isMain) {
      if (!chats?.some((one) => one.id === id) || typeof id !== 'string') return false
      const at = change.chatPlace ? { at: entryOf(change.chatPlace) } : {}
      return ask('window.open-chat', { id, ...at })
    }
    const isHere =
      (section === undefined && overlayOf(change.overlay) === undefined) ||
      (section === 'chats' && (id === undefined || id === state.conversationId))
    return isHere ? false : ask('window.show-place', { place: placeOf(change) })
  }
}

function entryOf({ conversationId, turnId, entryId, shownOnly }: EntryRef): EntryRef {
  return { conversationId, turnId, entryId, ...(shownOnly === undefined ? {} : { shownOnly }) }
}

/** Returns the overlay for the main window; nothing for one that every window has. */
function overlayOf(overlay: Overlay | null | undefined): WindowPlace['overlay'] {
  switch (overlay?.kind) {
    case undefined:
    case 'palette':
    case 'shortcuts':
    case 'chat-tags':
    case 'own-prompts':
      return undefined
    case 'connect-model':
    case 'add-server':
    case 'import-servers':
    case 'import-chats':
    case 'new-workspace':
      return overlay
  }
}

function placeOf(change: Partial<UiState>): WindowPlace {
  const { chatPlace, grantId, framePlace } = change
  const overlay = overlayOf(change.overlay)
  const tool = change.serverId ? change.kept?.[chosenToolKey(change.serverId)] : undefined
  return {
    ...pick(change, [
      'section',
      'conversationId',
      'serverId',
      'serverTab',
      'workspaceId',
      'activityId',
      'settingsPage',
    ]),
    ...(chatPlace ? { chatPlace: entryOf(chatPlace) } : {}),
    ...(typeof tool === 'string' ? { tool } : {}),
    ...(typeof grantId === 'string' ? { grantId } : {}),
    ...(framePlace ? { framePlace } : {}),
    ...(overlay ? { overlay } : {}),
  }
}

function pick<Key extends keyof UiState>(
  change: Partial<UiState>,
  keys: readonly Key[],
): Partial<Pick<UiState, Key>> {
  const picked: Partial<Pick<UiState, Key>> = {}
  for (const key of keys) if (change[key] !== undefined) picked[key] = change[key]
  return picked
}
