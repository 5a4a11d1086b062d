/** The words of a chat as Markdown in the person's language; each a whole phrase. */
export interface MarkdownWords {
  untitled: string
  you: string
  answer: string
  /** A call of a tool, by the names of the tool and its server. */
  call(tool: string, server: string): string
  arguments: string
  result: string
  attached(name: string): string
  /** Data that Markdown has no place for, with its size in bytes. */
  leftOut(type: string, bytes: number): string
  status: Record<'denied' | 'rejected' | 'failed' | 'cancelled' | 'unknown' | 'tool-error', string>
  turn: Record<'stopped' | 'interrupted' | 'failed' | 'step-limit', string>
  /** Above the versions that the chat does not show. */
  otherVersions: string
  version(position: number, count: number): string
  exported(when: number): string
}
