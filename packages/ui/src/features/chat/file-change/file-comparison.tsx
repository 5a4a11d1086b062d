import type { ToolApprovalAsk } from '@gatehouse/domain'
import { applyFileChange, type FileChange, type FilePreview } from '@gatehouse/domain/chats'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import {
  Button,
  CardSection,
  classNames,
  RevealText,
  ShowWholeText,
  Skeleton,
} from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { addWords, useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { fileChange as en } from '../../../locales/en/chat/file-change.ts'
import { fileChange as zhCN } from '../../../locales/zh-CN/chat/file-change.ts'
import { diffLines, type DiffHunk, type DiffLine, type LineDiff } from './diff-lines.ts'

addWords('fileChange', { en, 'zh-CN': zhCN })

/** Milliseconds after which the file is read again while its card is in view. */
const REREAD_MS = 3000
/** Lines that are drawn at first. */
const PAGE = 300

export interface FileComparisonProps {
  ask: ToolApprovalAsk
  change: FileChange
}

/** The change that a pending call would make in a file, compared with the file as it is now. */
export function FileComparison({ ask, change }: FileComparisonProps) {
  const t = useT('fileChange')
  const { request } = useBridge()
  const { data: preview } = useQuery({
    queryKey: queryKeys.filePreview(ask.id),
    queryFn: () => request('ask.file-preview', { id: ask.id }),
    enabled: change.kind !== 'move' && change.kind !== 'patch' && change.kind !== 'part',
    refetchInterval: REREAD_MS,
    retry: false,
  })
  switch (change.kind) {
    case 'move':
      return (
        <Note>
          {t('moves', {
            path: oneLine(change.path, 500),
            destination: oneLine(change.destination, 500),
          })}
        </Note>
      )
    case 'part':
      return <Note>{t('part')}</Note>
    case 'patch':
      return <Diff path={change.path ?? ''} diff={patchLines(change.patch)} about={t('proposed')} />
    case 'write':
    case 'edit':
    case 'insert':
    case 'remove':
      if (!preview)
        return (
          <CardSection>
            <Skeleton className="h-4 w-40" />
          </CardSection>
        )
      return <Compared change={change} preview={preview} />
  }
}

function Compared({ change, preview }: { change: FileChange; preview: FilePreview }) {
  const t = useT('fileChange')
  const path = change.path ?? ''
  const before = preview.kind === 'text' ? preview.text : preview.kind === 'absent' ? '' : null
  const after = useMemo(
    () => (before === null ? null : applyFileChange(change, before)),
    [change, before],
  )
  const diff = useMemo(
    () => (before === null || after === null ? undefined : diffLines(before, after)),
    [before, after],
  )
  if (preview.kind === 'not-read' || after === null)
    return (
      <>
        <Note>{t(preview.kind === 'not-read' ? `because.${preview.because}` : 'notFound')}</Note>
        {change.kind === 'edit' &&
          change.edits.map(({ oldText, newText }, index) => (
            <Diff
              key={index}
              path={path}
              diff={diffLines(oldText, newText)}
              about={t('proposed')}
            />
          ))}
      </>
    )
  const removes = change.kind === 'remove'
  if (removes && preview.kind === 'absent') return <Note>{t('nothingToRemove')}</Note>
  if (!removes && before === after && preview.kind === 'text') return <Note>{t('unchanged')}</Note>
  return (
    <Diff
      path={path}
      diff={diff ?? null}
      about={t(removes ? 'removes' : preview.kind === 'absent' ? 'newFile' : 'against')}
    />
  )
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <CardSection>
      <p data-testid="file-change-note" className="text-small text-fg-2">
        {children}
      </p>
    </CardSection>
  )
}

export function Diff({
  path,
  diff,
  about,
}: {
  path: string
  diff: LineDiff | null
  about: string
}) {
  const t = useT('fileChange')
  const [shown, setShown] = useState(PAGE)
  if (!diff) return <Note>{t('tooDifferent')}</Note>
  const count = diff.hunks.reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <CardSection padded={false}>
      <div
        data-testid="file-diff"
        role="group"
        tabIndex={0}
        aria-label={t('label', { path: oneLine(path, 200) })}
        className="max-h-[min(26rem,55vh)] overflow-auto py-1 font-mono text-small focus-visible:-outline-offset-2"
      >
        <p className="flex flex-wrap justify-end gap-x-1.5 px-3 pb-1 font-sans text-fg-2">
          <span className="text-success tabular-nums">+{diff.added}</span>
          <span className="text-danger tabular-nums">−{diff.removed}</span>
          {about}
        </p>
        <ShowWholeText>
          {firstLines(diff.hunks, shown).map((lines, index) => (
            <div key={index} className="border-line not-first:border-t">
              {lines.map((line, at) => (
                <Line key={at} line={line} />
              ))}
            </div>
          ))}
        </ShowWholeText>
        {count > shown && (
          <Button size="small" variant="ghost" className="m-1" onClick={() => setShown(count)}>
            {t('more', { count: count - shown })}
          </Button>
        )}
      </div>
    </CardSection>
  )
}

/** The lines that are drawn, by hunk. */
function firstLines(hunks: readonly DiffHunk[], count: number): DiffLine[][] {
  let left = count
  return hunks.map(({ lines }) => {
    const drawn = lines.slice(0, Math.max(0, left))
    left -= lines.length
    return drawn
  })
}

const looks = {
  same: { row: '', sign: ' ' },
  added: { row: 'bg-success-soft', sign: '+' },
  removed: { row: 'bg-danger-soft', sign: '−' },
} as const

function Line({ line: { kind, before, after, text } }: { line: DiffLine }) {
  const t = useT('fileChange')
  const { row, sign } = looks[kind]
  return (
    <div className={classNames('flex gap-2 px-3', row)}>
      {[before, after].map((number, at) => (
        <span key={at} className="w-8 shrink-0 text-right text-fg-3 tabular-nums select-none">
          {number}
        </span>
      ))}
      <span
        aria-label={kind === 'same' ? undefined : t(kind)}
        role={kind === 'same' ? undefined : 'img'}
        className="w-[1ch] shrink-0 select-none"
      >
        {sign}
      </span>
      <RevealText text={text} className="min-w-0 flex-1" />
    </div>
  )
}

/** The lines of a unified diff, as it says it: nothing is compared, and its numbers are its own. */
function patchLines(patch: string): LineDiff {
  const lines = patch.split('\n').map((text): DiffLine => {
    const isHead = /^(?:\+\+\+|---) /u.test(text)
    const kind = isHead
      ? 'same'
      : text.startsWith('+')
        ? 'added'
        : text.startsWith('-')
          ? 'removed'
          : 'same'
    return { kind, before: null, after: null, text: kind === 'same' ? text : text.slice(1) }
  })
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { hunks: [{ lines }], added: count('added'), removed: count('removed') }
}
