import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const messageHandlers = ({
  conversations,
  chats,
  tasks,
  fileUndos,
}: Host): HandlersOf<'message'> => ({
  'chat.save-draft': ({ id, ...draft }) => conversations.saveDraft(id, draft.draft, draft),
  'chat.send': ({ id, text, attachmentIds, comparedWith }) => ({
    turnId: chats.send(id, text, attachmentIds, comparedWith).id,
  }),
  'chat.send-later': ({ id, how, ...message }) => chats.sendLater(id, message, how),
  'chat.begin-queued-edit': ({ id, messageId }) => chats.beginEditQueued(id, messageId),
  'chat.end-queued-edit': ({ id }) => chats.endEditQueued(id),
  'chat.release-queue': ({ id }) => chats.releaseQueue(id),
  'chat.edit-queued': ({ id, messageId, text }) => chats.editQueued(id, messageId, text),
  'chat.remove-queued': ({ id, messageId }) => chats.removeQueued(id, messageId),
  'chat.send-queued': ({ id, messageId }) => ({ turnId: chats.sendQueued(id, messageId).id }),
  'chat.open-tool-form': ({ id, ...tool }) => chats.openToolForm(id, tool),
  'chat.run-tool': ({ id, form, ...call }) => ({ turnId: chats.runTool(id, call, form).id }),
  'chat.stop': ({ id }) => chats.stop(id),
  'chat.cancel-call': ({ id, entryId }) => tasks.cancelCall(id, entryId),
  'chat.retry': ({ id, turnId }) => ({ turnId: chats.retry(id, turnId).id }),
  'chat.compare': ({ id, turnId, model }) => ({ turnId: chats.compare(id, turnId, model).id }),
  'chat.keep-answer': ({ id, turnId }) => chats.keepAnswer(id, turnId),
  'chat.turn': ({ id, turnId }) => chats.turn(id, turnId),
  'chat.edit': ({ id, turnId, ...message }) => ({ turnId: chats.edit(id, turnId, message).id }),
  'chat.show-version': ({ id, turnId }) => chats.showVersion(id, turnId),
  'chat.pin': ({ id, turnId, isPinned }) => chats.pin(id, turnId, isPinned),
  'chat.continue': ({ id }) => ({ turnId: chats.continue(id).id }),
  'chat.preview-undo': ({ id, entryId }) => fileUndos.preview({ conversationId: id, entryId }),
  'chat.undo-file-change': ({ id, entryId, shown }) =>
    fileUndos.undo({ conversationId: id, entryId, shown }),
})
