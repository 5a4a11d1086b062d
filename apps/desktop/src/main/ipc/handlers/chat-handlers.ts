import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { MAIN_WINDOW } from '../../windows/window-role.ts'
import type { WindowPorts } from '../../windows/window-ports.ts'
import type { AppAdapters } from './app-handlers.ts'
import type { FolderRoute } from './folder-handlers.ts'

type ChatRoutes = Exclude<
  Extract<keyof RouteHandlers, `${'chat' | 'own-prompt'}.${string}`>,
  | FolderRoute
  | 'chat.export'
  | 'chat.save-text'
  | 'chat.import'
  | 'chat.read-product-file'
  | 'chat.import-product-file'
  | 'chat.cancel-product-import'
>

export function chatHandlers(
  {
    conversations,
    chats,
    keepChat,
    forkChat,
    chatPresets,
    ownPrompts,
    chatWorkspaces,
    approvalModes,
    workspaceFiles,
    attachments,
    follows,
    search,
    tasks,
    offeredTools,
    nextRequests,
    fileUndos,
  }: Host,
  { safeStarts, windows }: Pick<AppAdapters, 'safeStarts' | 'windows'>,
): Pick<RouteHandlers, ChatRoutes> {
  return {
    'chat.list': () => conversations.list(),
    ...libraryHandlers({ conversations, keepChat, forkChat }),
    'chat.get': ({ id, at }) => {
      // After a crash a temporary chat is not there to be held back.
      const asking = windows.asking()
      if (!conversations.find(id)?.isTemporary) safeStarts.chatLoaded(asking, id)
      // What the main window shows now is quick ask's no more.
      if (asking === MAIN_WINDOW && isHiddenQuickChat(windows, id)) windows.quick.forget()
      return chats.view(id, at)
    },
    'chat.page': ({ id, ...request }) => chats.page(id, request),
    ...searchHandlers(search),
    'chat.create': ({ blankId }) => conversations.create(blankId),
    'chat.pin': ({ id, turnId, isPinned }) => chats.pin(id, turnId, isPinned),
    'chat.remove': ({ id }) => {
      chats.stop(id)
      conversations.remove(id)
    },
    'chat.save-draft': ({ id, ...draft }) => conversations.saveDraft(id, draft.draft, draft),
    'chat.set-model': ({ id, model }) => conversations.setModel(id, model),
    'chat.remove-file-setup': ({ id }) => conversations.removeFileSetup(id),
    'chat.set-setup': ({ id, setup }) => conversations.setSetup(id, setup),
    'chat.offered-tools': ({ id }) => offeredTools.view(id),
    'chat.next-request': ({ id }) => nextRequests.view(id),
    ...presetHandlers(chatPresets),
    ...ownPromptHandlers(ownPrompts),
    'chat.set-servers': ({ id, serverIds }) => conversations.setServers(id, serverIds),
    ...placeHandlers({ approvalModes, chatWorkspaces, workspaceFiles }),
    ...undoHandlers({ fileUndos }),
    ...draftHandlers({ attachments, follows }),
    'chat.send': ({ id, text, attachmentIds }) => ({
      turnId: chats.send(id, text, attachmentIds).id,
    }),
    ...queueHandlers(chats),
    'chat.open-tool-form': ({ id, ...tool }) => chats.openToolForm(id, tool),
    'chat.run-tool': ({ id, form, ...call }) => ({ turnId: chats.runTool(id, call, form).id }),
    'chat.stop': ({ id }) => chats.stop(id),
    'chat.cancel-call': ({ id, entryId }) => tasks.cancelCall(id, entryId),
    'chat.retry': ({ id, turnId }) => ({ turnId: chats.retry(id, turnId).id }),
    'chat.edit': ({ id, turnId, ...message }) => ({ turnId: chats.edit(id, turnId, message).id }),
    'chat.show-version': ({ id, turnId }) => chats.showVersion(id, turnId),
    'chat.continue': ({ id }) => ({ turnId: chats.continue(id).id }),
  }
}

const undoHandlers = ({
  fileUndos,
}: Pick<Host, 'fileUndos'>): Pick<
  RouteHandlers,
  'chat.preview-undo' | 'chat.undo-file-change'
> => ({
  'chat.preview-undo': ({ id, entryId }) => fileUndos.preview({ conversationId: id, entryId }),
  'chat.undo-file-change': ({ id, entryId, shown }) =>
    fileUndos.undo({ conversationId: id, entryId, shown }),
})

const placeHandlers = ({
  approvalModes,
  chatWorkspaces,
  workspaceFiles,
}: Pick<Host, 'approvalModes' | 'chatWorkspaces' | 'workspaceFiles'>): Pick<
  RouteHandlers,
  'chat.set-approval-mode' | 'chat.set-workspace' | 'chat.find-entries' | 'chat.attach-entry'
> => ({
  'chat.set-approval-mode': ({ id, mode }) => approvalModes.setForChat(id, mode),
  'chat.set-workspace': ({ id, workspaceId }) => chatWorkspaces.move(id, workspaceId),
  'chat.find-entries': ({ id, query }) => workspaceFiles.find(id, query),
  'chat.attach-entry': ({ id, ...place }) => workspaceFiles.attach(id, place),
})

const searchHandlers = (
  search: Host['search'],
): Pick<RouteHandlers, 'chat.search' | 'chat.search-choices'> => ({
  'chat.search': ({ query, filter }) => search.search(query, filter),
  'chat.search-choices': () => search.choices(),
})

function isHiddenQuickChat({ quick, list }: WindowPorts, id: string): boolean {
  return quick.shown() === id && !list().chats.some((chat) => chat.id === id)
}

/** Setups that chats begin with. */
function presetHandlers(
  chatPresets: Host['chatPresets'],
): Pick<RouteHandlers, 'chat.save-preset' | 'chat.remove-preset' | 'chat.set-new-chats'> {
  return {
    'chat.save-preset': (preset) => chatPresets.save(preset),
    'chat.remove-preset': ({ id }) => chatPresets.remove(id),
    'chat.set-new-chats': ({ newChats }) => chatPresets.setNewChats(newChats),
  }
}

/** Texts that the person keeps. */
function ownPromptHandlers(
  ownPrompts: Host['ownPrompts'],
): Pick<RouteHandlers, 'own-prompt.save' | 'own-prompt.remove' | 'own-prompt.import'> {
  return {
    'own-prompt.save': (prompt) => ownPrompts.save(prompt),
    'own-prompt.remove': ({ id }) => ownPrompts.remove(id),
    'own-prompt.import': ({ prompts }) => ownPrompts.import(prompts),
  }
}

type DraftRoutes =
  | 'chat.attach-file'
  | 'chat.read-as'
  | 'chat.choose-of-document'
  | 'chat.choose-of-picture'
  | 'chat.attach-resource'
  | 'chat.read-again'
  | 'chat.keep-as-read'
  | 'chat.follows'
  | 'chat.attach-prompt'
  | 'chat.accept-prompt'
  | 'chat.detach'

/** Handlers of the attachments of a draft. */
function draftHandlers({
  attachments,
  follows,
}: Pick<Host, 'attachments' | 'follows'>): Pick<RouteHandlers, DraftRoutes> {
  return {
    'chat.attach-file': ({ id, ...file }) => attachments.attachFile(id, file),
    'chat.read-as': ({ id, attachmentId, encoding }) =>
      attachments.readAs(id, attachmentId, encoding),
    'chat.choose-of-picture': ({ id, attachmentId, ...choice }) =>
      attachments.chooseOfPicture(id, attachmentId, choice),
    'chat.choose-of-document': ({ id, attachmentId, ...choice }) =>
      attachments.chooseOfDocument(id, attachmentId, choice),
    'chat.attach-resource': ({ id, ...resource }) => attachments.attachResource(id, resource),
    'chat.read-again': ({ id, attachmentId, requestId }) =>
      attachments.readAgain(id, attachmentId, requestId),
    'chat.keep-as-read': ({ id, attachmentId }) => attachments.keepAsRead(id, attachmentId),
    'chat.follows': ({ id }) => follows.list(id),
    'chat.attach-prompt': ({ id, ...prompt }) => attachments.attachPrompt(id, prompt),
    'chat.accept-prompt': ({ id, attachmentId, comparedWith }) =>
      attachments.acceptChange(id, attachmentId, comparedWith),
    'chat.detach': ({ id, attachmentId }) => attachments.detach(id, attachmentId),
  }
}

/** Handlers of the messages that wait in a chat. */
function queueHandlers(
  chats: Host['chats'],
): Pick<
  RouteHandlers,
  | 'chat.send-later'
  | 'chat.begin-queued-edit'
  | 'chat.end-queued-edit'
  | 'chat.release-queue'
  | 'chat.edit-queued'
  | 'chat.remove-queued'
  | 'chat.send-queued'
> {
  return {
    'chat.begin-queued-edit': ({ id, messageId }) => chats.beginEditQueued(id, messageId),
    'chat.end-queued-edit': ({ id }) => chats.endEditQueued(id),
    'chat.release-queue': ({ id }) => chats.releaseQueue(id),
    'chat.send-later': ({ id, how, ...message }) => chats.sendLater(id, message, how),
    'chat.edit-queued': ({ id, messageId, text }) => chats.editQueued(id, messageId, text),
    'chat.remove-queued': ({ id, messageId }) => chats.removeQueued(id, messageId),
    'chat.send-queued': ({ id, messageId }) => ({ turnId: chats.sendQueued(id, messageId).id }),
  }
}

type LibraryRoutes =
  | 'chat.archive'
  | 'chat.create-temporary'
  | 'chat.fork'
  | 'chat.keep'
  | 'chat.pin-chat'
  | 'chat.set-tags'
  | 'chat.change-tag'
  | 'chat.rename'
  | 'chat.restore'

/** Chats as they are listed. */
function libraryHandlers({
  conversations,
  keepChat,
  forkChat,
}: Pick<Host, 'conversations' | 'keepChat' | 'forkChat'>): Pick<RouteHandlers, LibraryRoutes> {
  return {
    'chat.archive': ({ id, isArchived }) => conversations.setArchived(id, isArchived),
    'chat.pin-chat': ({ id, isPinned }) => conversations.setChatPinned(id, isPinned),
    'chat.create-temporary': () => conversations.createTemporary(),
    'chat.fork': ({ id, turnId }) => forkChat({ conversationId: id, turnId }),
    'chat.keep': ({ id }) => keepChat(id),
    'chat.set-tags': ({ id, tags }) => conversations.setTags(id, tags),
    'chat.change-tag': ({ tag, next }) => conversations.changeTag(tag, next),
    'chat.rename': ({ id, title }) => conversations.rename(id, title),
    'chat.restore': ({ id }) => conversations.restore(id),
  }
}
