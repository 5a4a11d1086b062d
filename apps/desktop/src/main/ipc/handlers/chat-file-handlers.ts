import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { markdownWords } from '../../chat-files/markdown-words.ts'
import { readChatLines } from '../../chat-files/read-chat-lines.ts'
import { writeText } from '../../write-text.ts'
import type { AppAdapters } from './app-handlers.ts'
import { fileNameOf } from './file-name.ts'

const SUBJECT = { code: 'chat/not-written', name: 'The chat' } as const

export const chatFileHandlers = (
  { chatFiles, conversations }: Host,
  { pickNewFile, pickFile, locale }: AppAdapters,
): HandlersOf<'chat-file'> => ({
  async 'chat.export'({ id, format }) {
    const { title } = conversations.get(id)
    const isText = format === 'markdown'
    const path = await pickNewFile(fileNameOf(title, isText ? '.md' : '.chat.jsonl'))
    if (path === null) return null
    const text = isText ? chatFiles.markdown(id, markdownWords(locale())) : chatFiles.lines(id)
    await writeText(path, text, SUBJECT)
    return { path }
  },
  async 'chat.save-text'({ name, ending, text }) {
    const path = await pickNewFile(fileNameOf(name, ending))
    if (path === null) return null
    await writeText(path, Readable.from([text]), { ...SUBJECT, name: 'The text' })
    return { path }
  },
  async 'chat.import'() {
    const path = await pickFile()
    if (path === null) return null
    return chatFiles.import({ name: basename(path), lines: readChatLines(path) })
  },
  async 'chat.read-product-file'() {
    const path = await pickFile()
    if (path === null) return null
    const { openProductFile } = await import('../../chat-files/product-file.ts')
    return (await chatFiles.products()).preview(await openProductFile(path))
  },
  'chat.import-product-file': async () => (await chatFiles.products()).import(),
  'chat.cancel-product-import': async () => (await chatFiles.products()).cancel(),
})
