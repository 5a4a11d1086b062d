import type { ToolCall } from '@gatehouse/domain'
import type { FileUndo as Undo, ShownVersion, UndoPreview } from '@gatehouse/domain/chats'
import { Undo2 } from 'lucide-react'
import { Button, CardSection } from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/action.ts'
import { diffLines } from './diff-lines.ts'
import { Diff, Note } from './file-comparison.tsx'

export interface FileUndoProps {
  call: ToolCall
  undo: Undo
  conversationId: string
}

/** Line below a call that changed files: Undo, or the reason why there is none. */
export function FileUndo({ call, undo, conversationId }: FileUndoProps) {
  const t = useT('fileChange')
  const { moment } = useFormats()
  switch (undo.state) {
    case 'kept':
      return <KeptChange conversationId={conversationId} entryId={call.id} />
    case 'undone':
      return <Note>{t('undo.undone', { at: moment(undo.at) })}</Note>
    case 'not-kept':
      // Of a call that failed it is not known whether it wrote.
      return call.result?.isError === false ? <Note>{t(`undo.not.${undo.because}`)}</Note> : null
  }
}

function KeptChange({ conversationId: id, entryId }: { conversationId: string; entryId: string }) {
  const t = useT('fileChange')
  const errorWords = useErrorWords()
  const compare = useAction('chat.preview-undo', { quiet: true })
  const undo = useAction('chat.undo-file-change', { quiet: true })
  const error = compare.error ?? undo.error
  const close = () => {
    compare.reset()
    undo.reset()
  }
  return (
    <>
      {compare.data?.files.map((file) => (
        <RestoredFile key={file.path} file={file} moves={isMove(compare.data)} />
      ))}
      {compare.data && compare.data.state !== 'ready' && (
        <Note>{t(`undo.state.${compare.data.state}`)}</Note>
      )}
      {error && <Note>{ownErrorWords(error, t) ?? errorWords(error)}</Note>}
      <CardSection className="flex flex-wrap gap-2">
        {compare.data ? (
          <>
            {compare.data.state !== 'changed' && (
              <Button
                size="small"
                variant="warning"
                loading={undo.isPending}
                onClick={() => undo.mutate({ id, entryId, shown: compare.data.shown })}
              >
                {t(`undo.do.${actOf(compare.data)}`)}
              </Button>
            )}
            <Button size="small" onClick={close}>
              {t('undo.close')}
            </Button>
          </>
        ) : (
          <Button
            size="small"
            icon={Undo2}
            loading={compare.isPending}
            onClick={() => compare.mutate({ id, entryId })}
          >
            {t('undo.open')}
          </Button>
        )}
      </CardSection>
    </>
  )
}

function RestoredFile({ file, moves }: { file: UndoPreview['files'][number]; moves: boolean }) {
  const t = useT('fileChange')
  const { bytes } = useFormats()
  const { now, restored } = file
  const path = oneLine(file.path, 500)
  const about =
    restored.kind === 'absent' ? 'removes' : now.kind === 'absent' ? 'brings' : 'restores'
  const [before, after] = [textOf(now), textOf(restored)]
  // What is moved is compared with nothing: it stays as it is.
  if (moves || before === null || after === null)
    return (
      <>
        <Note>{t(`undo.${about}`, { path })}</Note>
        {!moves && (
          <Note>
            {t('undo.unshown', { now: sizeOf(now, bytes), restored: sizeOf(restored, bytes) })}
          </Note>
        )}
      </>
    )
  const diff = diffLines(before, after)
  return (
    <>
      <Note>{t(`undo.${about}`, { path })}</Note>
      {diff ? (
        <Diff path={file.path} diff={diff} about={t('undo.against')} />
      ) : (
        <Note>{t('undo.tooDifferent')}</Note>
      )}
    </>
  )
}

const textOf = (version: ShownVersion): string | null =>
  version.kind === 'unshown' ? null : version.kind === 'text' ? version.text : ''

const sizeOf = (version: ShownVersion, bytes: (count: number) => string): string =>
  version.kind === 'unshown'
    ? bytes(version.bytes)
    : bytes(version.kind === 'text' ? new TextEncoder().encode(version.text).byteLength : 0)

/** One file goes and one with the same text comes. */
function isMove({ files }: UndoPreview): boolean {
  const gone = files.find(({ restored }) => restored.kind === 'absent')
  const back = files.find(({ now }) => now.kind === 'absent')
  return (
    gone !== undefined &&
    back !== undefined &&
    gone !== back &&
    JSON.stringify(gone.now) === JSON.stringify(back.restored)
  )
}

function actOf(preview: UndoPreview): 'move' | 'remove' | 'restore' | 'mark' {
  if (preview.state === 'as-before') return 'mark'
  if (isMove(preview)) return 'move'
  return preview.files.every(({ restored }) => restored.kind === 'absent') ? 'remove' : 'restore'
}

/** Codes of failures that only an undo has, as their words are named. */
const ERRORS = {
  'undo/not-kept': 'notKept',
  'undo/elsewhere': 'elsewhere',
  'undo/changed': 'changed',
  'undo/not-as-shown': 'notAsShown',
  'undo/under-way': 'underWay',
  'undo/refused': 'refused',
  'store/blob-missing': 'notKept',
  'workspace/unreadable': 'unreadable',
  'workspace/is-folder': 'unreadable',
  'attachment/file-too-large': 'changed',
} as const

function ownErrorWords(
  error: unknown,
  t: ReturnType<typeof useT<'fileChange'>>,
): string | undefined {
  const code = isBridgeError(error) ? error.code : ''
  return code in ERRORS ? t(`undo.error.${ERRORS[code as keyof typeof ERRORS]}`) : undefined
}
