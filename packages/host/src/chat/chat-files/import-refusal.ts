import { GatehouseError } from '@gatehouse/domain'

/** Reasons to refuse an imported file. */
export type ImportRefusal =
  /** It is no file with a chat. */
  | 'not-a-chat'
  /** It has no chat of another product. */
  | 'no-export'
  /** It is not as it was when it was looked at. */
  | 'changed'
  /** A later version of Gatehouse wrote it. */
  | 'newer'
  /** It is larger than a file with a chat may be, or holds more. */
  | 'too-large'
  /** Its end is missing. */
  | 'cut'
  /** A line holds what no chat can be. */
  | 'damaged'

/** `chat/import-refused`; `line` from 1, where one is at fault. */
export function importRefused(reason: ImportRefusal, line?: number): GatehouseError {
  return new GatehouseError('chat/import-refused', WORDS[reason], {
    data: { reason, ...(line === undefined ? {} : { line }) },
  })
}

const WORDS: Record<ImportRefusal, string> = {
  'not-a-chat': 'This is not a chat that Gatehouse exported. Choose a file that it wrote.',
  'no-export':
    'This file has no chats. Choose the archive or the conversations.json that ChatGPT or Claude exported.',
  changed: 'This file has changed since it was read. Choose it again.',
  newer: 'A newer Gatehouse wrote this chat. Update Gatehouse, then import it again.',
  'too-large': 'This file holds more than a chat may. Nothing was imported.',
  cut: 'The end of this file is missing. Export the chat again.',
  damaged: 'This file is damaged. Export the chat again.',
}
