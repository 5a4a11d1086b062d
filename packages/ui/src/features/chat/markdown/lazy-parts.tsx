import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'

// An empty chat shows none of these; they bring Markdown and forms with them.
export const AskCard = createLazyPart(
  async () => (await import('../approvals/ask-card.tsx')).AskCard,
)
export const RunTool = createLazyPart(
  async () => (await import('../calls/run-tool.tsx')).RunTool,
  null,
)
export const Transcript = createLazyPart(
  async () => (await import('../transcript/transcript.tsx')).Transcript,
)
export const PickerList = createLazyPart(async () => {
  // What is picked may have arguments, and is picked by two or three keys.
  void ArgumentForm.preload()
  return (await import('../composer/picker-list.tsx')).PickerList
}, null)
export const ArgumentForm = createLazyPart(
  async () => (await import('../composer/argument-form.tsx')).ArgumentForm,
  null,
)
export const OwnPromptForm = createLazyPart(
  async () => (await import('../own-prompts/own-prompt-form.tsx')).OwnPromptForm,
  null,
)
export const OwnPrompts = createLazyPart(
  async () => (await import('../own-prompts/own-prompts-dialog.tsx')).OwnPrompts,
  null,
)
export const AttachmentTray = createLazyPart(
  async () => (await import('../composer/attachment-tray.tsx')).AttachmentTray,
  null,
)
export const AttachFolder = createLazyPart(
  async () => (await import('../folder-files/attach-folder.tsx')).AttachFolder,
  null,
)
export const WorkspaceChip = createLazyPart(
  async () => (await import('../composer/workspace-chip.tsx')).WorkspaceChip,
  null,
)
export const ApprovalModeChip = createLazyPart(
  async () => (await import('../composer/approval-mode-chip.tsx')).ApprovalModeChip,
  null,
)
export const UnsupportedMediaNote = createLazyPart(
  async () => (await import('../composer/unsupported-media-note.tsx')).UnsupportedMediaNote,
  null,
)
export const ToolMediaNote = createLazyPart(
  async () => (await import('../composer/tool-media-note.tsx')).ToolMediaNote,
  null,
)

export const CompareButton = createLazyPart(
  async () => (await import('../comparison/compare-button.tsx')).CompareButton,
  null,
)
export const FindBar = createLazyPart(
  async () => (await import('../find/find-bar.tsx')).FindBar,
  null,
)
export const ServerOffer = createLazyPart(
  async () => (await import('../server-offer/server-offer.tsx')).ServerOffer,
  null,
)
export const MessageQueue = createLazyPart(
  async () => (await import('../message-queue/message-queue.tsx')).MessageQueue,
  null,
)
export const ChatSetupSheet = createLazyPart(
  async () => (await import('../setup/chat-setup-sheet.tsx')).ChatSetupSheet,
  null,
)
export const ToolsOfChat = createLazyPart(
  async () => (await import('../tools/tools-of-chat.tsx')).ToolsOfChat,
  null,
)
export const ImportChats = createLazyPart(
  async () => (await import('../other-product-import/import-chats.tsx')).ImportChats,
  null,
)

export const ContextMeter = createLazyPart(
  async () => (await import('../composer/context-meter.tsx')).ContextMeter,
  null,
)
export const ToolSearchNote = createLazyPart(
  async () => (await import('../composer/tool-search-note.tsx')).ToolSearchNote,
  null,
)
export const ChatTags = createLazyPart(
  async () => (await import('../tags/chat-tags.tsx')).ChatTags,
  null,
)

export const SearchFilterButton = createLazyPart(
  async () => (await import('../search/search-filter.tsx')).SearchFilterButton,
  null,
)

/** In the order in which they are likely to be wanted. */
export const lazyChatParts = [
  Transcript,
  WorkspaceChip,
  ApprovalModeChip,
  PickerList,
  SearchFilterButton,
  ArgumentForm,
  OwnPromptForm,
  ServerOffer,
  AttachmentTray,
  AttachFolder,
  UnsupportedMediaNote,
  ToolMediaNote,
  CompareButton,
  RunTool,
  AskCard,
  MessageQueue,
  FindBar,
  ChatSetupSheet,
  ToolsOfChat,
  ImportChats,
  ToolSearchNote,
  ChatTags,
  OwnPrompts,
]
