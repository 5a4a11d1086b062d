import { yieldIfBudgetSpent } from '@gatehouse/base'
import {
  CHAT_FILE,
  CHAT_FILE_LIMITS,
  chatFileLineSchema,
  type ChatFileLine,
} from '@gatehouse/domain/chats'
import { withProposal } from './file-entry.ts'
import { importRefused } from './import-refusal.ts'
import { parseInSlices } from './parse-in-slices.ts'

/** Reads one line: held to its budget, parsed, held to its schema, each in a turn of its own. Throws `chat/import-refused`. */
export async function readLine(
  text: string,
  { isFirst }: { isFirst: boolean },
): Promise<ChatFileLine> {
  const value = withProposal(await parseInSlices(text, CHAT_FILE_LIMITS.line))
  await yieldIfBudgetSpent()
  const line = chatFileLineSchema.safeParse(value)
  if (line.success) return line.data
  if (!isFirst) throw importRefused('damaged')
  throw importRefused(isOfLaterVersion(value) ? 'newer' : 'not-a-chat')
}

function isOfLaterVersion(head: unknown): boolean {
  if (typeof head !== 'object' || head === null) return false
  const { format, version } = head as { format?: unknown; version?: unknown }
  return format === CHAT_FILE.format && typeof version === 'number' && version > CHAT_FILE.version
}
