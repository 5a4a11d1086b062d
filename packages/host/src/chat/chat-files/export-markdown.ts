import { yieldIfBudgetSpent } from '@gatehouse/base'
import {
  attachedBlocks,
  attachmentName,
  type Attachment,
  type BlobRef,
  type Conversation,
  type Entry,
  type StoredBlock,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import { fileEntryOf, fileStatusOf } from './file-entry.ts'
import type { MarkdownWords } from './markdown-words.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock'>

/** Characters of one text that was kept apart; of more the beginning, and how much there is. */
const MAX_TEXT = 200_000

/**
 * A chat to read, paragraph by paragraph: the branch that it shows, then the versions that it does not.
 * Texts are whole, pictures and sounds are named with their sizes.
 */
export async function* exportMarkdown(
  conversation: Conversation,
  words: MarkdownWords,
  deps: Dependencies,
): AsyncGenerator<string> {
  const { turns } = deps.stores
  const nodes = turns.nodes(conversation.id)
  yield `# ${oneLine(conversation.title) || words.untitled}\n`
  yield `_${words.exported(deps.clock.now())}_\n`
  const write = async function* (id: string): AsyncGenerator<string> {
    const turn = turns.get(id)
    if (!turn) return
    for (const entry of turn.entries) {
      yield* entryText(fileEntryOf(entry), words, deps)
      await yieldIfBudgetSpent()
    }
    const ending = endingOf(turn, words)
    if (ending !== '') yield ending
  }
  for (const { id, isShown } of nodes) if (isShown) yield* write(id)
  const others = nodes.filter(({ isShown }) => !isShown)
  if (others.length > 0) yield `---\n\n# ${words.otherVersions}\n`
  for (const { id } of others) {
    const versions = turns.versions(id)
    if (versions) yield `## ${words.version(versions.position, versions.count)}\n`
    yield* write(id)
  }
}

async function* entryText(
  entry: Entry,
  words: MarkdownWords,
  deps: Dependencies,
): AsyncGenerator<string> {
  switch (entry.kind) {
    case 'user-message':
      yield `## ${words.you}\n`
      for (const attachment of entry.attachments ?? []) yield* attachedText(attachment, words, deps)
      if (entry.text.trim() !== '') yield `${entry.text}\n`
      return
    case 'assistant-message':
      if (entry.text.trim() !== '') yield `## ${words.answer}\n\n${entry.text}\n`
      return
    case 'tool-call':
      yield* callText(entry, words, deps)
  }
}

async function* attachedText(
  attachment: Attachment,
  words: MarkdownWords,
  deps: Dependencies,
): AsyncGenerator<string> {
  yield `**${words.attached(code(attachmentName(attachment)))}**\n`
  for (const block of attachedBlocks(attachment)) yield await blockText(block, words, deps)
}

async function* callText(
  call: ToolCall,
  words: MarkdownWords,
  deps: Dependencies,
): AsyncGenerator<string> {
  const { result, error } = call
  yield `### ${words.call(code(call.toolTitle || call.toolName), code(call.serverName))}\n`
  yield `**${words.arguments}**\n\n${fenced(JSON.stringify(call.arguments, null, 2), 'json')}`
  const status = call.status === 'done' && result?.isError === true ? 'tool-error' : call.status
  if (isNamedStatus(status)) yield `**${words.status[status]}**\n`
  if (error !== undefined) yield fenced(error)
  if (!result) return
  yield `**${words.result}**\n`
  for (const block of result.content) yield await blockText(block, words, deps)
  const { structuredContent, structured, more } = result
  if (structuredContent !== undefined && result.content.length === 0)
    yield fenced(JSON.stringify(structuredContent, null, 2), 'json')
  for (const kept of [structured?.kept, more?.kept])
    if (kept) yield await keptText(kept, words, deps)
}

const isNamedStatus = (status: string): status is keyof MarkdownWords['status'] =>
  ['denied', 'rejected', 'failed', 'cancelled', 'unknown', 'tool-error'].includes(status)

async function blockText(
  block: StoredBlock,
  words: MarkdownWords,
  deps: Dependencies,
): Promise<string> {
  switch (block.type) {
    case 'text':
      return block.kept ? keptText(block.kept, words, deps) : fenced(block.text)
    case 'image':
    case 'audio':
      return leftOut(block.kept, words)
    case 'resource_link':
      return `${code(block.uri)}\n`
    case 'resource': {
      const { text, kept } = block.resource
      if (kept) return text === undefined ? leftOut(kept, words) : keptText(kept, words, deps)
      return fenced(text ?? '')
    }
  }
}

async function keptText(
  ref: BlobRef,
  words: MarkdownWords,
  { stores }: Dependencies,
): Promise<string> {
  try {
    const text = await stores.blobs.text(ref, { start: 0, end: MAX_TEXT })
    return fenced(text) + ((ref.characters ?? 0) > MAX_TEXT ? leftOut(ref, words) : '')
  } catch {
    // The data is gone; the rest of the chat is not.
    return leftOut(ref, words)
  }
}

const leftOut = ({ mimeType, bytes }: BlobRef, words: MarkdownWords): string =>
  `_${words.leftOut(code(mimeType || 'application/octet-stream'), bytes)}_\n`

function endingOf({ status, failure }: Turn, words: MarkdownWords): string {
  const ended = fileStatusOf(status)
  if (ended === 'done') return ''
  return `_${words.turn[ended]}_\n${failure ? `\n${fenced(failure.message)}` : ''}`
}

/** A fence that is longer than any row of its marks in the text. */
export function fenced(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, row) => Math.max(most, row.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}\n`
}

/** A name as code: nothing in it is read as Markdown. */
function code(text: string): string {
  const line = oneLine(text)
  if (!line.includes('`')) return `\`${line}\``
  const longest = (line.match(/`+/g) ?? []).reduce((most, row) => Math.max(most, row.length), 0)
  const mark = '`'.repeat(longest + 1)
  return `${mark} ${line} ${mark}`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
