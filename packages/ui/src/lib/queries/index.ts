export { useAction } from './action.ts'
export { useAppInfo, useSettings, useVault } from './app.ts'
export { useAskHistory, useAsks } from './asks.ts'
export { useConversation, useConversations } from './chats.ts'
export { useDiscovered, useProviders } from './models.ts'
export {
  useChangedResources,
  useResourceReading,
  useServerPrompts,
  useServerResources,
  useServerTemplates,
} from './server-features.ts'
export { useServer, useServerFrames, useServerLogs, useServers, useServerTools } from './servers.ts'
