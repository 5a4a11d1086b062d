import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { Readable } from 'node:stream'
import { writeText } from '../../write-text.ts'
import type { AppAdapters } from './app-handlers.ts'
import { fileNameOf } from './file-name.ts'

export const chatSetupHandlers = (
  {
    conversations,
    chatPresets,
    ownPrompts,
    chatWorkspaces,
    approvalModes,
    offeredTools,
    nextRequests,
  }: Host,
  { pickNewFile }: AppAdapters,
): HandlersOf<'chat-setup'> => ({
  'chat.set-model': ({ id, model }) => conversations.setModel(id, model),
  'chat.set-setup': ({ id, setup }) => conversations.setSetup(id, setup),
  'chat.remove-file-setup': ({ id }) => conversations.removeFileSetup(id),
  'chat.offered-tools': ({ id }) => offeredTools.view(id),
  'chat.next-request': ({ id, model }) => nextRequests.view(id, model),
  'chat.save-preset': (preset) => chatPresets.save(preset),
  'chat.remove-preset': ({ id }) => chatPresets.remove(id),
  'own-prompt.save': (prompt) => ownPrompts.save(prompt),
  'own-prompt.remove': ({ id }) => ownPrompts.remove(id),
  'own-prompt.keep-file': (file) => ownPrompts.keepFile(file),
  async 'own-prompt.export'({ name }) {
    const path = await pickNewFile(fileNameOf(name, '.json'))
    if (path === null) return null
    const text = await ownPrompts.exported()
    await writeText(path, Readable.from([text]), { code: 'chat/not-written', name: 'The prompts' })
    return { path }
  },
  'own-prompt.import': ({ prompts }) => ownPrompts.import(prompts),
  'chat.set-new-chats': ({ newChats }) => chatPresets.setNewChats(newChats),
  'chat.set-servers': ({ id, serverIds }) => conversations.setServers(id, serverIds),
  'chat.set-approval-mode': ({ id, mode }) => approvalModes.setForChat(id, mode),
  'chat.set-workspace': ({ id, workspaceId }) => chatWorkspaces.move(id, workspaceId),
})
