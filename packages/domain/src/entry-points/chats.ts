/** Chats as files, what their models are asked with, and what waits in them to be sent. */
export {
  CHAT_FILE,
  CHAT_FILE_LIMITS,
  chatFileLineSchema,
  type ChatFileDraft,
  type ChatFileLine,
  type ChatFileTurn,
} from '../chat-file-schema.ts'
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
} from '../chat-setup.ts'
export {
  chatImportOutcomeSchema,
  chatImportPreviewSchema,
  importProgressSchema,
  OTHER_PRODUCT_LIMITS,
  type ChatProduct,
  type ChatImportOutcome,
  type ChatImportPreview,
  type ImportProgress,
  type LeftOutOfImport,
} from '../other-product-import.ts'
export {
  messageLink,
  readMessageLink,
  splitAtMessageLinks,
  type MessageRef,
} from '../message-link.ts'
export { chatTagSchema, isSameTag, TAG_LIMITS, tagFrom, uniqueTags } from '../chat-tag.ts'
export {
  searchChoicesSchema,
  searchFilterSchema,
  type SearchChoices,
  type SearchedTool,
  type SearchFilter,
} from '../search.ts'
export { DEFAULT_OUTPUT_TOKENS, DEFAULT_SYSTEM_PROMPT } from '../default-system-prompt.ts'
export { nextRequestSchema, type NextRequest } from '../next-request.ts'
export { QUEUE_LIMITS, type QueuedMessage, type QueuePauseReason } from '../queued-message.ts'
export {
  ASSUMED_CONTEXT,
  offeredToolsViewSchema,
  readToolSearch,
  SEARCH_TOOL,
  TOOL_SEARCH_LIMITS,
  type OfferedToolsView,
  type ToolRef,
  type ToolSearchResult,
} from '../tool-search.ts'
export {
  FOLLOW_LIMITS,
  followStateSchema,
  resourceFollowSchema,
  type FollowState,
  type ResourceFollow,
} from '../resource-follow.ts'
export {
  foundEntriesSchema,
  isHiddenPath,
  isSecretPath,
  workspaceEntrySchema,
  type FoundEntries,
  type WorkspaceEntry,
} from '../workspace-entry.ts'
export { blobsOfEntry, keptFilesOf } from '../blobs-of-entry.ts'
export {
  KEPT_FILE_LIMITS,
  undoPreviewSchema,
  type FileUndo,
  type KeptFile,
  type ShownVersion,
  type UndoPreview,
} from '../file-undo.ts'
export { TEXT_ENCODINGS, textEncodingSchema, type TextEncoding } from '../text-encoding.ts'
export { nodesOfJson } from '../parse-json.ts'
export { applyFileChange, fileChangeOf, type FileChange, type TextEdit } from '../file-change.ts'
export { filePreviewSchema, MAX_PREVIEW_BYTES, type FilePreview } from '../file-preview.ts'
export {
  argumentProblems,
  argumentProblemSchema,
  type ArgumentProblem,
} from '../argument-problems.ts'
