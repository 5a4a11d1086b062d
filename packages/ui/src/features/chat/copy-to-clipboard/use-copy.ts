import { isToolCallFinished, type Entry } from '@gatehouse/domain'
import type { Root } from 'mdast'
import { useCallback } from 'react'
import { countHidden, useToasts } from '../../../kit/index.ts'
import { useBlobs } from '../../../lib/media/blobs.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { worded } from '../../../lib/words/worded.ts'
import { messageAsText } from '../transcript/row-as-text.ts'
import { contentTree } from './content-tree.ts'
import { plainTextOf } from './tree-text.ts'

/** Nothing to read but that it is done. */
const DONE_MS = 2500

export type CopyFormat = 'markdown' | 'plain'

/** Source of a copy: an entry's Markdown, or a page's elements. */
export type CopySource = { kind: 'entry'; entry: Entry } | { kind: 'elements'; root: Element }

/** True if an entry can be copied: it is complete. */
export function isCopied(entry: Entry): boolean {
  if (entry.kind === 'tool-call') return isToolCallFinished(entry)
  return entry.kind === 'user-message' || entry.text !== ''
}

/** Something as Markdown or plain text. What writes it is loaded once it is wanted. */
export function useCopyText(): (source: CopySource, format: CopyFormat) => Promise<string> {
  const t = useT('chat')
  const { bytes } = useFormats()
  const blobs = useBlobs()
  return useCallback(
    async (source, format) => {
      const { callTree, plainText, writeMarkdown } = await import('./copy-text.ts')
      const isMarkdown = format === 'markdown'
      const written = (tree: Root): string => (isMarkdown ? writeMarkdown(tree) : plainTextOf(tree))
      if (source.kind === 'elements') return written(contentTree(source.root))
      const { entry } = source
      if (entry.kind === 'tool-call') return written(await callTree(entry, { t, bytes, blobs }))
      const text = entry.kind === 'user-message' ? messageAsText(entry) : entry.text
      return isMarkdown ? text : plainText(text)
    },
    [t, bytes, blobs],
  )
}

/** Copies and says so, with how many characters are in it that cannot be seen. */
export function useCopy(): (source: CopySource, format: CopyFormat) => Promise<void> {
  const toasts = useToasts()
  const textOf = useCopyText()
  return useCallback(
    async (source, format) => {
      try {
        const text = await textOf(source, format)
        await navigator.clipboard.writeText(text)
        const hidden = countHidden(text)
        toasts.show({
          title: worded('chat', (t) =>
            t(format === 'markdown' ? 'copy.copiedMarkdown' : 'copy.copiedPlain'),
          ),
          ...(hidden > 0
            ? { description: worded('chat', (t) => t('copy.hidden', { count: hidden })) }
            : {}),
          tone: hidden > 0 ? 'warning' : 'success',
          ...(hidden > 0 ? {} : { timeout: DONE_MS }),
        })
      } catch {
        toasts.show({ title: worded('chat', (t) => t('copy.failed')), tone: 'danger' })
      }
    },
    [toasts, textOf],
  )
}
