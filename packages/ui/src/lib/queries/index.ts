export { useAction, type Action } from './action.ts'
export {
  useAppInfo,
  useSafeStart,
  useSettings,
  useSpelling,
  useVault,
  useMissingSecrets,
  useSecrets,
  useChatsInWindows,
  useMissingParts,
  useOpenWindows,
  useQuickShortcut,
  useDiscovered,
  useProviders,
} from './app.ts'
export { useAsks, useUnsentAnswers, useAuditRecord, useLatestAuditPage } from './activity.ts'
export {
  useConversation,
  useConversationValue,
  useConversations,
  useFollows,
  useWorkspaceOf,
  useWorkspaceOfChat,
  useWorkspaces,
} from './chats.ts'
export {
  useFlowRules,
  useSetFlowRule,
  useGrantActions,
  useGrants,
  useSetChatMode,
  useSetWorkspaceMode,
  useRunningSamplings,
  useSamplingPolicies,
  useSetSamplingPolicy,
  useInstructionsActions,
  useServerInstructions,
} from './permissions.ts'
export {
  useServerSignIn,
  useFoundImports,
  useRegistryHost,
  useRegistryWord,
  useInstallers,
  useRuntimes,
  useServer,
  useServerApps,
  useServerExamination,
  useServerFrames,
  useServerLogs,
  useServerTools,
  useServers,
  useSimilarTools,
  useTasks,
  useTasksAtServer,
} from './servers.ts'
export { useDebounced, useMessageSearch, useSearchChoices } from './search.ts'
export { useTranscriptPages, type TranscriptPages } from './transcript-pages.ts'
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
