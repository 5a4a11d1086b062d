import { attachmentName, type UserMessage } from '@gatehouse/domain'
import type { TranscriptRow } from './transcript-rows.ts'

/** The text of a row, for when it cannot be drawn. */
export function rowAsText(row: TranscriptRow): string {
  switch (row.kind) {
    case 'user':
      return messageAsText(row.message)
    case 'assistant':
      return row.reasoning === '' ? row.text : `${row.reasoning}\n\n${row.text}`
    case 'call': {
      const { toolName, serverName, arguments: args, result, error } = row.call
      return JSON.stringify({ serverName, toolName, arguments: args, result, error }, null, 2)
    }
    case 'plan-header':
    case 'plan-footer':
    case 'refused':
    case 'thinking':
    case 'preparing':
    case 'footer':
      return ''
  }
}

/** A message as text: what is attached by its names. */
export function messageAsText({ text, attachments = [] }: UserMessage): string {
  const names = attachments.map(attachmentName)
  return [...names, ...(text.trim() === '' ? [] : [text])].join('\n')
}
