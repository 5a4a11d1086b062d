import { ATTACHMENT_LIMITS, type Attachment } from '@gatehouse/domain'
import { isDocumentName } from '@gatehouse/domain/document-name'
import {
  FOLDER_LISTING_LIMITS,
  type FolderListing,
  type ListingChoice,
} from '@gatehouse/domain/documents'
import { isPictureName } from '@gatehouse/domain/picture-name'
import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Button, Checkbox, Dialog, EmptyState } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useShortPath } from '../../../lib/formats/short-path.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { folderTree, tickable, type FolderNode } from './folder-tree.ts'
import { FolderTreeView } from './folder-tree-view.tsx'
import { useFolderWords } from './folder-words.ts'

export interface AttachFolderProps {
  folder: string
  /** Attachments of the draft so far. */
  attachments: readonly Attachment[]
  /** Folders whose files are chosen next. */
  following: number
  /** Number of attachments for which the message has room. */
  room: number
  onAttach: (paths: readonly string[]) => void
  onClose: () => void
}

/** The files of a picked folder, of which the person chooses those that are attached. */
export function AttachFolder(props: AttachFolderProps) {
  const { folder, attachments, following, room, onAttach, onClose } = props
  const t = useFolderWords()
  const common = useT('common')
  const { bytes, number } = useFormats()
  const short = useShortPath()
  const { request } = useBridge()
  const [choice, setChoice] = useState<ListingChoice>({ hidden: false, ignored: false })
  /** `null`: not chosen by hand yet. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const listing = useQuery<FolderListing>({
    queryKey: ['folder-files', folder, choice],
    queryFn: () => request('chat.list-folder', { folder, ...choice }),
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const name = folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder
  const files = listing.data?.files
  const root = useMemo(() => folderTree(files ?? [], name), [files, name])
  const held = attachments.reduce((sum, one) => sum + one.bytes, 0)
  const left = ATTACHMENT_LIMITS.allBytes - held
  const ticked = useMemo(
    () => chosen ?? tickedAtFirst(root, { count: room, bytes: left }),
    [chosen, root, room, left],
  )
  const picked = root.files.filter(({ path }) => ticked.has(path))
  const size = picked.reduce((sum, one) => sum + one.bytes, 0)
  const isTooMany = picked.length > room
  const isTooMuch = textBytes(picked) > left
  const body = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  /** Gives the tree the focus when it comes, unless the person moved it. */
  const showTree = useCallback((element: HTMLDivElement | null) => {
    tree.current = element
    if (document.activeElement === body.current) element?.focus()
  }, [])
  const change = (part: Partial<ListingChoice>): void => setChoice({ ...choice, ...part })
  return (
    <Dialog
      open
      size="large"
      initialFocus={() => tree.current ?? body.current}
      onOpenChange={(next) => next || onClose()}
      title={t('title', { folder: oneLine(short(folder), 80) })}
      description={[
        t('note'),
        ...(following > 0 ? [t('following', { count: following, number: number(following) })] : []),
      ].join(' ')}
      footer={
        <>
          <span role="status" className="mr-auto text-small text-fg-2">
            {t('chosen', {
              count: picked.length,
              number: number(picked.length),
              size: bytes(size),
            })}
          </span>
          <Button onClick={onClose}>{common('actions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={picked.length === 0 || isTooMany || isTooMuch || listing.isFetching}
            onClick={() => {
              onAttach(picked.map(({ path }) => path))
              onClose()
            }}
          >
            {t('attach', { count: picked.length, number: number(picked.length) })}
          </Button>
        </>
      }
    >
      <div ref={body} tabIndex={-1} className="flex flex-col gap-2 outline-none">
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          <Checkbox
            label={t('hidden')}
            checked={choice.hidden}
            onCheckedChange={(hidden) => change({ hidden })}
          />
          <Checkbox
            label={t('ignored')}
            checked={choice.ignored}
            onCheckedChange={(ignored) => change({ ignored })}
          />
        </div>
        <QueryStates query={listing} lines={8}>
          {(data) =>
            data.files.length === 0 ? (
              <EmptyState icon={FolderOpen} title={t('none')} description={t('noneNote')} />
            ) : (
              <FolderTreeView
                ref={showTree}
                root={root}
                label={t('tree', { folder: oneLine(name, 80) })}
                ticked={ticked}
                onTick={setChosen}
              />
            )
          }
        </QueryStates>
        {listing.data && <ListingNotes listing={listing.data} />}
        {isTooMany && (
          <p role="alert" className="text-small text-danger">
            {t('tooMany', { count: room })}
          </p>
        )}
        {isTooMuch && (
          <p role="alert" className="text-small text-danger">
            {t('tooMuch', { megabytes: ATTACHMENT_LIMITS.allBytes / 1_000_000 })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Bytes of the files that are sent as they are. */
const textBytes = (files: FolderNode['files']): number =>
  files.reduce(
    (sum, { name, bytes }) => sum + (isDocumentName(name) || isPictureName(name) ? 0 : bytes),
    0,
  )

/** All files that hold no secrets, where they fit into the message. */
function tickedAtFirst(
  root: FolderNode,
  limits: { count: number; bytes: number },
): ReadonlySet<string> {
  const files = tickable(root)
  const fits = files.length <= limits.count && textBytes(files) <= limits.bytes
  return new Set(fits ? files.map(({ path }) => path) : [])
}

const REASONS = ['links', 'hidden', 'ignored', 'unreadable'] as const

/** Says which entries of the folder are not in the tree. */
function ListingNotes({ listing: { left, cut } }: { listing: FolderListing }) {
  const t = useFolderWords()
  const { list, number } = useFormats()
  const { files, inFolder, depth } = FOLDER_LISTING_LIMITS
  const reasons = REASONS.filter((reason) => left[reason] > 0).map((reason) =>
    t(`reasons.${reason}`, { count: left[reason], number: number(left[reason]) }),
  )
  return (
    <div className="flex flex-col gap-1 text-small text-fg-2">
      <p className="text-fg-3">{t('keys')}</p>
      {reasons.length > 0 && <p>{t('left', { reasons: list(reasons) })}</p>}
      {cut.map((limit) => (
        <p key={limit} className="text-warning">
          {t(`cut.${limit}`, { files: number(files), inFolder: number(inFolder), depth })}
        </p>
      ))}
    </div>
  )
}
