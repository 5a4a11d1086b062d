import { attachmentName, type ToolCall, type UserMessage } from '@gatehouse/domain'
import type { TranscriptRow } from './transcript-rows.ts'

/** The text of a row, for when it cannot be drawn. */
export function rowAsText(row: TranscriptRow): string {
  switch (row.kind) {
    case 'user':
      return messageAsText(row.message)
    case 'assistant':
      return row.reasoning === '' ? row.text : `${row.reasoning}\n\n${row.text}`
    case 'call':
      return [...(row.earlier ?? []), row.call].map(callAsText).join('\n\n')
    case 'plan':
      return row.calls.map((call) => callAsText(call)).join('\n\n')
    case 'comparison':
      return row.turn.entries
        .flatMap((entry) => (entry.kind === 'assistant-message' ? entry.text : []))
        .join('\n\n')
    case 'app':
    case 'refused':
    case 'thinking':
    case 'preparing':
    case 'footer':
      return ''
  }
}

function callAsText({ toolName, serverName, arguments: args, result, error }: ToolCall): string {
  return JSON.stringify({ serverName, toolName, arguments: args, result, error }, null, 2)
}

/** A message as text: what is attached by its names. */
export function messageAsText({ text, attachments = [] }: UserMessage): string {
  const names = attachments.map(attachmentName)
  return [...names, ...(text.trim() === '' ? [] : [text])].join('\n')
}
