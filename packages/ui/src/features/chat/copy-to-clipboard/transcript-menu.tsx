import type { Entry, TranscriptTurn } from '@gatehouse/domain'
import { FileText, Type } from 'lucide-react'
import { useState, type ClipboardEvent, type MouseEvent, type ReactNode } from 'react'
import { ContextMenu, type MenuEntry } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { contentTree } from './content-tree.ts'
import { countHiddenIn, selectedContent, selectionWithin } from './selected-content.ts'
import { plainTextOf } from './tree-text.ts'
import { isCopied, useCopy, type CopySource } from './use-copy.ts'

interface TranscriptMenuProps {
  turns: readonly TranscriptTurn[]
  children: ReactNode
}

/** Fields have the menu and the keys of the system. */
const FIELD = 'input, textarea, select, [contenteditable]'

/** The menu of a transcript: copies the selection, or else the message or call under the pointer. */
export function TranscriptMenu({ turns, children }: TranscriptMenuProps) {
  const t = useT('chat')
  const copy = useCopy()
  const [source, setSource] = useState<CopySource>()
  const point = (event: MouseEvent<HTMLElement>): void => {
    const next = sourceAt(event, turns)
    setSource(next)
    // Nothing to copy: no menu of the page's own.
    if (next === undefined) event.stopPropagation()
  }
  const isSelection = source?.kind === 'elements'
  const entries: MenuEntry[] = source
    ? [
        {
          label: t(isSelection ? 'copy.selectionMarkdown' : 'copy.markdown'),
          icon: FileText,
          onSelect: () => void copy(source, 'markdown'),
        },
        {
          label: t(isSelection ? 'copy.selectionPlain' : 'copy.plain'),
          icon: Type,
          onSelect: () => void copy(source, 'plain'),
        },
      ]
    : []
  return (
    <div className="flex min-h-0 flex-1 flex-col" onContextMenuCapture={point} onCopy={keepHidden}>
      <ContextMenu className="flex min-h-0 flex-1 flex-col" entries={entries}>
        {children}
      </ContextMenu>
    </div>
  )
}

function sourceAt(
  { target, currentTarget }: MouseEvent<HTMLElement>,
  turns: readonly TranscriptTurn[],
): CopySource | undefined {
  if (!(target instanceof Element) || target.closest(FIELD)) return undefined
  const transcript = currentTarget.querySelector('[data-transcript]')
  const range = selectionWithin(transcript)
  if (range && transcript) return { kind: 'elements', root: selectedContent(range, transcript) }
  const rowId = target.closest('[data-row]')?.getAttribute('data-row')
  const entry = rowId ? entryOf(rowId, turns) : undefined
  return entry && isCopied(entry) ? { kind: 'entry', entry } : undefined
}

/** The entry of a row; a long answer has several rows. */
function entryOf(rowId: string, turns: readonly TranscriptTurn[]): Entry | undefined {
  for (const { entries } of turns) {
    const found = entries.find(({ id }) => id === rowId || rowId.startsWith(`${id}/`))
    if (found) return found
  }
  return undefined
}

/** The keys of the system copy what is selected without the characters that are shown as chips: they belong to it. */
function keepHidden(event: ClipboardEvent<HTMLElement>): void {
  const { target, currentTarget, clipboardData } = event
  if (target instanceof Element && target.closest(FIELD)) return
  const transcript = currentTarget.querySelector('[data-transcript]')
  const range = selectionWithin(transcript)
  if (!range || !transcript || countHiddenIn(range) === 0) return
  const text = plainTextOf(contentTree(selectedContent(range, transcript)))
  clipboardData.setData('text/plain', text)
  event.preventDefault()
}
