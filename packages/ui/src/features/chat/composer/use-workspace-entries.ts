import type { Conversation } from '@gatehouse/domain'
import type { FoundEntries, WorkspaceEntry } from '@gatehouse/domain/chats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileKey, FileText, Folder } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { PaletteGroup, PaletteItem } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useWorkspaceOf } from '../../../lib/queries/index.ts'
import type { Choice } from './attach-request.ts'
import type { Trigger } from './trigger.ts'

/** Milliseconds of rest after which what was typed is looked for. */
const REST_MS = 80
const nothing: FoundEntries = { entries: [], complete: true }

export interface WorkspaceEntries {
  /** Of the workspace of the chat, by what is typed. */
  groups: PaletteGroup[]
  /** True while the entries belong to an earlier query, if there are any. */
  isLoading: boolean
  hasFailed: boolean
  /** There may be more than what is here. */
  isCut: boolean
}

/** Files and folders of the workspace of a chat, for the text behind an `@`. */
export function useWorkspaceEntries(
  { kind, query }: Trigger,
  conversation: Conversation,
  onChoose: (choice: Choice) => void,
): WorkspaceEntries {
  const t = useT('composer')
  const { bytes } = useFormats()
  const { request } = useBridge()
  const workspace = useWorkspaceOf(conversation)
  const rested = useRested(query)
  const isAsked = kind === 'resource' && workspace !== null && workspace.folders.length > 0
  const { id } = conversation
  const found = useQuery({
    queryKey: ['workspace-entries', id, workspace?.id, rested],
    queryFn: () => request('chat.find-entries', { id, query: rested }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { entries, complete } = (isAsked ? found.data : undefined) ?? nothing
  const folders = workspace?.folders.length ?? 0
  const label = oneLine(workspace?.name ?? '', 60)
  const groups = useMemo(() => {
    const marks = (entry: WorkspaceEntry): string[] => [
      ...(entry.isSecret ? [t('entry.secret')] : entry.isHidden ? [t('entry.hidden')] : []),
      ...(entry.kind === 'folder' ? [t('entry.names')] : []),
      ...(entry.bytes === undefined ? [] : [bytes(entry.bytes)]),
    ]
    const items = entries.map((entry): PaletteItem => {
      const { folder, path } = entry
      const [name = path] = path.split('/').slice(-1)
      const place = folders > 1 ? `${folder.split(/[/\\]/).at(-1) ?? ''}/${path}` : path
      return {
        id: `entry ${folder} ${path}`,
        label: oneLine(entry.kind === 'folder' ? `${name}/` : name, 100),
        detail: place === name ? undefined : oneLine(place, 120),
        description: marks(entry).join(' · '),
        icon: iconOf(entry),
        onSelect: () => onChoose({ kind: 'attach', request: { kind: 'entry', folder, path } }),
      }
    })
    return items.length === 0 ? [] : [{ label, items }]
  }, [entries, folders, label, t, bytes, onChoose])
  return {
    groups,
    isLoading: isAsked && (rested !== query || found.isPending || found.isPlaceholderData),
    hasFailed: isAsked && found.isError,
    isCut: !complete,
  }
}

function iconOf({ kind, isSecret }: WorkspaceEntry) {
  if (isSecret) return FileKey
  return kind === 'folder' ? Folder : FileText
}

/** Returns the typed text once typing pauses; at once at first. */
function useRested(query: string): string {
  const [rested, setRested] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setRested(query), REST_MS)
    return () => clearTimeout(timer)
  }, [query])
  return rested
}
