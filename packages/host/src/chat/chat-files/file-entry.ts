import {
  canonicalJson,
  isToolCallFinished,
  withoutSource,
  type AssistantMessage,
  type Attachment,
  type Entry,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import { documentAsText } from '@gatehouse/domain/documents'

/** The `error` of a call that was not over when its chat was copied. */
const NOT_OVER = 'This chat was copied before the call was over.'

/**
 * An entry as it is written to a file: ended, whatever it was, and without data that means nothing on another
 * computer (permissions, asks, tasks, identities of servers).
 */
export function fileEntryOf(entry: Entry): Entry {
  switch (entry.kind) {
    case 'user-message': {
      const { imported: _imported, attachments, ...message } = entry
      return attachments ? { ...message, attachments: attachments.map(fileAttachmentOf) } : message
    }
    case 'assistant-message':
      return fileMessageOf(entry)
    case 'tool-call':
      return fileCallOf(entry)
  }
}

/**
 * An entry as another chat on this computer has it: ended, whatever it was, and without the asks, tasks and kept files
 * of its own chat.
 */
export function localEntryOf(entry: Entry): Entry {
  switch (entry.kind) {
    case 'user-message':
      return entry
    case 'assistant-message':
      return fileMessageOf(entry)
    case 'tool-call':
      return endedCallOf(entry)
  }
}

/**
 * A prompt without its pin, which names a server of this computer; a text without the bytes that it was read from. A
 * document has its text: a file from elsewhere could be another than the shown text.
 */
export function fileAttachmentOf(attachment: Attachment): Attachment {
  if (attachment.kind === 'file') return withoutSource(documentAsText(attachment))
  if (attachment.kind === 'resource') return attachment
  const {
    serverIdentity: _server,
    definition: _definition,
    changed: _changed,
    ...rest
  } = attachment
  return rest
}

/** A running turn is written as interrupted. */
export const fileStatusOf = (status: Turn['status']): Exclude<Turn['status'], 'running'> =>
  status === 'running' ? 'interrupted' : status

function fileMessageOf(message: AssistantMessage): AssistantMessage {
  return message.status === 'streaming' ? { ...message, status: 'interrupted' } : message
}

function fileCallOf(call: ToolCall): ToolCall {
  const { decision, ...ended } = endedCallOf(call)
  return decision ? { ...ended, decision: fileDecisionOf(decision) } : ended
}

function endedCallOf(call: ToolCall): ToolCall {
  const { askId: _a, task: _t, progress: _p, fileUndo: _undo, ...ended } = call
  if (isToolCallFinished(call)) return ended
  // Only what ran may have done something.
  const status = call.status === 'running' ? 'unknown' : 'cancelled'
  return { ...ended, status, error: call.error ?? NOT_OVER }
}

function fileDecisionOf(decision: NonNullable<ToolCall['decision']>) {
  const { grantId: _grant, serverIdentity: _server, definition: _definition, ...decided } = decision
  return decided
}

/** The entry without its proposed arguments if they equal the arguments. */
export function withoutProposal(entry: Entry): object {
  if (entry.kind !== 'tool-call') return entry
  const { proposedArguments, ...rest } = entry
  return canonicalJson(proposedArguments) === canonicalJson(entry.arguments) ? rest : entry
}

/** Undoes {@link withoutProposal} in a line of a file, whatever it holds. */
export function withProposal(line: unknown): unknown {
  if (!isObject(line) || !isObject(line['entry'])) return line
  const { entry } = line
  if (entry['kind'] !== 'tool-call' || 'proposedArguments' in entry) return line
  return { ...line, entry: { ...entry, proposedArguments: entry['arguments'] } }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
