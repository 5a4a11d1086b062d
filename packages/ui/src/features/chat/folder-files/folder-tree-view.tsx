import { Check, ChevronRight, File as FileIcon, Folder, Minus } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type Ref } from 'react'
import { VList, type VListHandle } from 'virtua'
import { classNames, Icon, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import {
  tickable,
  tickOf,
  toggled,
  visibleRows,
  type FolderNode,
  type FolderTreeNode,
} from './folder-tree.ts'
import { useFolderWords } from './folder-words.ts'

interface FolderTreeViewProps {
  root: FolderNode
  label: string
  ticked: ReadonlySet<string>
  onTick: (ticked: Set<string>) => void
  ref?: Ref<HTMLDivElement>
}

/** The files of a folder with a checkbox for each file and folder. The tree has the focus, and names its active row. */
export function FolderTreeView({ root, label, ticked, onTick, ref }: FolderTreeViewProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['']))
  const [active, setActive] = useState(0)
  const list = useRef<VListHandle>(null)
  const id = useId()
  const rows = visibleRows(root, open)
  const at = Math.min(active, rows.length - 1)
  const setOpened = (node: FolderTreeNode, isOpen: boolean): void => {
    const others = [...open].filter((path) => path !== node.path)
    setOpen(new Set(isOpen ? [...others, node.path] : others))
  }
  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(index, rows.length - 1))
    setActive(next)
    list.current?.scrollToIndex(next, { align: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = row.kind === 'folder' && open.has(row.path)
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => (isOpen ? moveTo(at + 1) : setOpened(row, row.kind === 'folder')),
      ArrowLeft: () => (isOpen ? setOpened(row, false) : moveTo(parentIndex(rows, at))),
      Enter: () => row.kind === 'folder' && setOpened(row, !isOpen),
      ' ': () => onTick(toggled(row, ticked)),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  /** A press on the arrow of a folder opens or closes it, anywhere else it ticks the row. */
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return
    const index = Number(target.closest('[data-row]')?.getAttribute('data-row') ?? -1)
    const row = rows[index]
    if (!row) return
    setActive(index)
    if (row.kind === 'folder' && target.closest('[data-opener]'))
      setOpened(row, !open.has(row.path))
    else onTick(toggled(row, ticked))
  }
  return (
    <div
      ref={ref}
      role="tree"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      data-testid="folder-tree"
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group h-[min(22rem,42vh)] rounded-lg border border-line bg-sunken py-1 focus-visible:-outline-offset-2"
    >
      <VList ref={list} data={rows} keepMounted={[at]}>
        {(row, index) => (
          <Row
            key={row.path}
            id={`${id}-${index}`}
            node={row}
            isActive={index === at}
            isOpen={open.has(row.path)}
            ticked={ticked}
            index={index}
          />
        )}
      </VList>
    </div>
  )
}

/** The row of the folder that a row is in. */
function parentIndex(rows: readonly FolderTreeNode[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  return rows.slice(0, at).findLastIndex((row) => row.depth < depth)
}

interface RowProps {
  id: string
  index: number
  node: FolderTreeNode
  isActive: boolean
  isOpen: boolean
  ticked: ReadonlySet<string>
}

/** Presses and keys are the tree's, which has the focus. */
function Row({ id, index, node, isActive, isOpen, ticked }: RowProps) {
  const tick = tickOf(node, ticked)
  const isFolder = node.kind === 'folder'
  const isDisabled = tick === 'none' && tickable(node).length === 0
  return (
    <div
      id={id}
      data-row={index}
      role="treeitem"
      aria-level={node.depth + 1}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-checked={tick === 'some' ? 'mixed' : tick === 'all'}
      aria-disabled={isDisabled || undefined}
      aria-selected={isActive}
      style={{ paddingLeft: `${0.5 + Math.min(node.depth, 12) * 1.1}rem` }}
      className={classNames(
        'flex h-7 items-center gap-1.5 pr-3 text-small',
        isDisabled ? 'text-fg-3' : 'cursor-default hover:bg-hover',
        isActive && 'group-focus-visible:bg-active',
      )}
    >
      <span
        aria-hidden
        data-opener
        className={classNames('flex size-4 items-center justify-center', !isFolder && 'invisible')}
      >
        <Icon
          icon={ChevronRight}
          size={12}
          className={classNames('text-fg-3', isOpen && 'rotate-90')}
        />
      </span>
      <TickBox tick={tick} isDisabled={isDisabled} />
      <Icon icon={isFolder ? Folder : FileIcon} size={14} className="shrink-0 text-fg-3" />
      <span className={classNames('min-w-0 truncate', isFolder && 'font-medium')}>
        <RevealText text={oneLine(node.name, 200)} wrap={false} />
      </span>
      <RowFacts node={node} ticked={ticked} />
    </div>
  )
}

function RowFacts({ node, ticked }: { node: FolderTreeNode; ticked: ReadonlySet<string> }) {
  const t = useFolderWords()
  const { bytes, number } = useFormats()
  const facts =
    node.kind === 'folder'
      ? [
          t('some', {
            chosen: number(node.files.filter(({ path }) => ticked.has(path)).length),
            all: t('files', { count: node.files.length, number: number(node.files.length) }),
          }),
          bytes(node.bytes),
        ]
      : [
          ...(node.isSecret ? [t('secret')] : []),
          ...(node.over === undefined ? [] : [t('tooLarge', { megabytes: node.over / 1_000_000 })]),
          bytes(node.bytes),
        ]
  const isWarned = node.kind === 'file' && (node.isSecret || node.over !== undefined)
  return (
    <span
      className={classNames(
        'ml-auto shrink-0 pl-2 tabular-nums',
        isWarned ? 'text-warning' : 'text-fg-2',
      )}
    >
      {facts.join(' · ')}
    </span>
  )
}

function TickBox({ tick, isDisabled }: { tick: ReturnType<typeof tickOf>; isDisabled: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border text-on-accent',
        tick === 'none' ? 'border-control-line bg-card' : 'border-accent bg-accent',
        isDisabled && 'opacity-50',
      )}
    >
      {tick === 'all' && <Check className="size-3 stroke-[2.75]" />}
      {tick === 'some' && <Minus className="size-3 stroke-[2.5]" />}
    </span>
  )
}
