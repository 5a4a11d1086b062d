import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { MAIN_WINDOW } from '../../windows/window-role.ts'
import type { WindowPorts } from '../../windows/window-ports.ts'
import type { AppAdapters } from './app-handlers.ts'

export const chatHandlers = (
  { conversations, chats, keepChat, forkChat, search }: Host,
  { safeStarts, windows }: Pick<AppAdapters, 'safeStarts' | 'windows'>,
): HandlersOf<'chat'> => ({
  'chat.list': () => conversations.list(),
  'chat.get': ({ id, at }) => {
    // After a crash a temporary chat is not there to be held back.
    const asking = windows.asking()
    if (!conversations.find(id)?.isTemporary) safeStarts.chatLoaded(asking, id)
    // What the main window shows now is quick ask's no more.
    if (asking === MAIN_WINDOW && isHiddenQuickChat(windows, id)) windows.quick.forget()
    return chats.view(id, at)
  },
  'chat.page': ({ id, ...request }) => chats.page(id, request),
  'chat.search': ({ query, filter }) => search.search(query, filter),
  'chat.search-choices': () => search.choices(),
  'chat.create': ({ blankId }) => conversations.create(blankId),
  'chat.create-temporary': () => conversations.createTemporary(),
  'chat.fork': ({ id, turnId }) => forkChat({ conversationId: id, turnId }),
  'chat.keep': ({ id }) => keepChat(id),
  'chat.set-tags': ({ id, tags }) => conversations.setTags(id, tags),
  'chat.change-tag': ({ tag, next }) => conversations.changeTag(tag, next),
  'chat.archive': ({ id, isArchived }) => conversations.setArchived(id, isArchived),
  'chat.pin-chat': ({ id, isPinned }) => conversations.setChatPinned(id, isPinned),
  'chat.rename': ({ id, title }) => conversations.rename(id, title),
  'chat.remove': ({ id }) => {
    chats.stop(id)
    conversations.remove(id)
  },
  'chat.restore': ({ id }) => conversations.restore(id),
})

function isHiddenQuickChat({ quick, list }: WindowPorts, id: string): boolean {
  return quick.shown() === id && !list().chats.some((chat) => chat.id === id)
}
