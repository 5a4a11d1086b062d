/** Chats as files, what their models are asked with, and what waits in them to be sent. */
export {
  CHAT_FILE,
  CHAT_FILE_LIMITS,
  chatFileLineSchema,
  type ChatFileDraft,
  type ChatFileLine,
  type ChatFileTurn,
} from '../chats/chat-file-schema.ts'
export {
  CHAT_SETUP_LIMITS,
  chatPresetSchema,
  chatFileSetupSchema,
  chatSetupSchema,
  isToolOff,
  newChatsSchema,
  type ChangedParameter,
  type ChatPreset,
  type ChatSetup,
  type LeftOutParameter,
  type ModelParameters,
  type NewChats,
  type ChatFileSetup,
} from '../models/chat-setup.ts'
export {
  chatImportOutcomeSchema,
  chatImportPreviewSchema,
  importProgressSchema,
  OTHER_PRODUCT_LIMITS,
  type ChatImportOutcome,
  type ChatImportPreview,
  type ImportProgress,
  type LeftOutOfImport,
} from '../chats/other-product-import.ts'
export { MAX_SOURCE_ID, type ChatProduct, type ImportSource } from '../chats/import-source.ts'
export {
  messageLink,
  readMessageLink,
  splitAtMessageLinks,
  type MessageRef,
} from '../chats/message-link.ts'
export { chatTagSchema, isSameTag, TAG_LIMITS, tagFrom, uniqueTags } from '../chats/chat-tag.ts'
export {
  searchChoicesSchema,
  searchFilterSchema,
  type SearchChoices,
  type SearchedTool,
  type SearchFilter,
} from '../chats/search.ts'
export { DEFAULT_OUTPUT_TOKENS, DEFAULT_SYSTEM_PROMPT } from '../models/default-system-prompt.ts'
export { nextRequestSchema, type NextRequest } from '../models/sent-request.ts'
export {
  importedPromptsSchema,
  ownPromptSchema,
  promptDraftSchema,
  promptFileSchema,
  type OwnPrompt,
  type PromptDraft,
  type PromptFile,
} from '../chats/own-prompt.ts'
export {
  fillPrompt,
  OWN_PROMPT_LIMITS,
  sizeOfBase64,
  promptVariables,
  readPromptFile,
  writePromptFile,
  type PromptText,
} from '../chats/own-prompt-text.ts'
export { QUEUE_LIMITS, type QueuedMessage, type QueuePauseReason } from '../chats/queued-message.ts'
export {
  ASSUMED_CONTEXT,
  offeredToolsViewSchema,
  readToolSearch,
  SEARCH_TOOL,
  TOOL_SEARCH_LIMITS,
  type OfferedToolsView,
  type ToolRef,
  type ToolSearchResult,
} from '../models/tool-search.ts'
export {
  FOLLOW_LIMITS,
  followStateSchema,
  resourceFollowSchema,
  type FollowState,
  type ResourceFollow,
} from '../chats/resource-follow.ts'
export {
  foundEntriesSchema,
  isHiddenPath,
  isSecretPath,
  workspaceEntrySchema,
  type FoundEntries,
  type WorkspaceEntry,
} from '../workspaces/workspace-entry.ts'
export { blobsOfEntry, keptFilesOf } from '../chats/blobs-of-entry.ts'
export {
  KEPT_FILE_LIMITS,
  undoPreviewSchema,
  type FileUndo,
  type KeptFile,
  type ShownVersion,
  type UndoPreview,
} from '../tools/file-undo.ts'
export { TEXT_ENCODINGS, textEncodingSchema, type TextEncoding } from '../text/text-encoding.ts'
export { nodesOfJson } from '../json/parse-json.ts'
export {
  applyFileChange,
  fileChangeOf,
  type FileChange,
  type TextEdit,
} from '../tools/file-change.ts'
export { filePreviewSchema, MAX_PREVIEW_BYTES, type FilePreview } from '../tools/file-preview.ts'
export {
  argumentProblems,
  argumentProblemSchema,
  type ArgumentProblem,
} from '../tools/argument-problems.ts'
