import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const chatSetupHandlers = ({
  conversations,
  chatPresets,
  ownPrompts,
  chatWorkspaces,
  approvalModes,
  offeredTools,
  nextRequests,
}: Host): HandlersOf<'chat-setup'> => ({
  'chat.set-model': ({ id, model }) => conversations.setModel(id, model),
  'chat.set-setup': ({ id, setup }) => conversations.setSetup(id, setup),
  'chat.remove-file-setup': ({ id }) => conversations.removeFileSetup(id),
  'chat.offered-tools': ({ id }) => offeredTools.view(id),
  'chat.next-request': ({ id, model }) => nextRequests.view(id, model),
  'chat.save-preset': (preset) => chatPresets.save(preset),
  'chat.remove-preset': ({ id }) => chatPresets.remove(id),
  'own-prompt.save': (prompt) => ownPrompts.save(prompt),
  'own-prompt.remove': ({ id }) => ownPrompts.remove(id),
  'own-prompt.import': ({ prompts }) => ownPrompts.import(prompts),
  'chat.set-new-chats': ({ newChats }) => chatPresets.setNewChats(newChats),
  'chat.set-servers': ({ id, serverIds }) => conversations.setServers(id, serverIds),
  'chat.set-approval-mode': ({ id, mode }) => approvalModes.setForChat(id, mode),
  'chat.set-workspace': ({ id, workspaceId }) => chatWorkspaces.move(id, workspaceId),
})
