export { useAction, type Action } from './action.ts'
export { useAppInfo, useSafeStart, useSettings, useSpelling, useVault } from './app.ts'
export { useAsks, useUnsentAnswers } from './asks.ts'
export { useAuditRecord, useLatestAuditPage } from './audit.ts'
export { useConversation, useConversations } from './chats.ts'
export { useFlowRules, useSetFlowRule } from './data-flows.ts'
export { useFollows } from './follows.ts'
export { useGrantActions, useGrants } from './grants.ts'
export { useInstructionsActions, useServerInstructions } from './instructions.ts'
export { useRunningSamplings, useSamplingPolicies, useSetSamplingPolicy } from './sampling.ts'
export { useSetChatMode, useSetWorkspaceMode } from './modes.ts'
export { useMissingSecrets, useSecrets } from './secrets.ts'
export { useServerSignIn } from './sign-in.ts'
export { useDebounced, useMessageSearch, useSearchChoices } from './search.ts'
export { useTranscriptPages, type TranscriptPages } from './transcript-pages.ts'
export { useTasks, useTasksAtServer } from './tasks.ts'
export { useChatsInWindows, useMissingParts, useOpenWindows, useQuickShortcut } from './windows.ts'
export { useWorkspaceOf, useWorkspaceOfChat, useWorkspaces } from './workspaces.ts'
export { useDiscovered, useProviders } from './models.ts'
export {
  useCachedLists,
  useChangedResources,
  useRequestProgress,
  useResourceReading,
  useServerPrompts,
  useServerResources,
  useServerSkills,
  useServerTemplates,
  useServerWatches,
  useSkillReadingQuery,
} from './server-features.ts'
export {
  useFoundImports,
  useRegistryHost,
  useRegistryWord,
  useInstallers,
  useServer,
  useServerApps,
  useServerExamination,
  useServerFrames,
  useServerLogs,
  useServerTools,
  useServers,
  useSimilarTools,
} from './servers.ts'
