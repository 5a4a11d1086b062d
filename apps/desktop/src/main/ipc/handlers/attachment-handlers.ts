import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const attachmentHandlers = ({
  attachments,
  follows,
  workspaceFiles,
  ownPrompts,
}: Host): HandlersOf<'attachment'> => ({
  'chat.attach-file': ({ id, ...file }) => attachments.attachFile(id, file),
  'chat.read-as': ({ id, attachmentId, encoding }) =>
    attachments.readAs(id, attachmentId, encoding),
  'chat.choose-of-document': ({ id, attachmentId, ...choice }) =>
    attachments.chooseOfDocument(id, attachmentId, choice),
  'chat.choose-of-picture': ({ id, attachmentId, ...choice }) =>
    attachments.chooseOfPicture(id, attachmentId, choice),
  'chat.find-entries': ({ id, query }) => workspaceFiles.find(id, query),
  'chat.attach-entry': ({ id, ...place }) => workspaceFiles.attach(id, place),
  'chat.attach-resource': ({ id, ...resource }) => attachments.attachResource(id, resource),
  'chat.read-again': ({ id, attachmentId, requestId }) =>
    attachments.readAgain(id, attachmentId, requestId),
  'chat.keep-as-read': ({ id, attachmentId }) => attachments.keepAsRead(id, attachmentId),
  'chat.follows': ({ id }) => follows.list(id),
  'chat.attach-prompt': ({ id, ...prompt }) => attachments.attachPrompt(id, prompt),
  'chat.attach-prompt-file': ({ id, ...file }) => ownPrompts.attachFile(id, file),
  'chat.accept-prompt': ({ id, attachmentId, comparedWith }) =>
    attachments.acceptChange(id, attachmentId, comparedWith),
  'chat.detach': ({ id, attachmentId }) => attachments.detach(id, attachmentId),
})
