import type { ImportedFile } from '@gatehouse/domain/launch'
import { FolderOpen, X } from 'lucide-react'
import { useEffect, useState, type DragEvent, type RefObject } from 'react'
import { Button, Callout, RevealText, TextArea } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { BundleFacts } from '../../../launch-review/bundle-facts.tsx'
import { DROPPED_PLACE } from '../../../lib/drafts/pasted-place.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { useDroppedFiles } from '../../../lib/drafts/use-dropped-files.ts'
import { InstallationState } from '../install/installation-state.tsx'
import { ImportInputs } from './import-inputs.tsx'
import { ImportIssueList } from './import-issue.tsx'
import { ImportServerCard } from './import-server-card.tsx'
import type { ImportFlow } from './import-flow.ts'
import { useImportFlow } from './import-flow.ts'
import { isBundleOrPlugin, MAX_PASTED, readDroppedText } from './read-dropped-text.ts'
import { useAfterSaving } from './import-servers.tsx'

/** Milliseconds without a key after which a typed text is read. */
const READ_AFTER_MS = 200

export interface PasteDoor {
  text: string
  setText: (text: string) => void
  flow: ImportFlow
  /** Result of reading the text, or a file that was opened; undefined for nothing. */
  file: ImportedFile | undefined
  /** Something in it is a server: it takes the place of the form. */
  isRecognised: boolean
  /** Its title, if the server was picked from the list. */
  picked: string
  /** Reads a server of the list, in place of what was read before. */
  pick: (title: string, text: string) => void
  /** Goes back to the empty form. */
  clear: () => void
}

/** Reads what is typed, pasted, dropped or opened; main parses it, and keeps what is secret in it. */
export function usePasteDoor(initialText: string): PasteDoor {
  const [text, setText] = useState(initialText)
  const [picked, setPicked] = useState('')
  const flow = useImportFlow(
    useAfterSaving(() => undefined),
    { known: false },
  )
  const { readText, readPicked, readFile, preview } = flow
  const id = preview?.id
  const [read, setRead] = useState('')
  const [cleared, setCleared] = useState('')
  useEffect(() => {
    if (id === undefined || text.trim() === '' || text === read) return undefined
    const timer = setTimeout(() => {
      setRead(text)
      readText(text)
    }, READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id, text, read, readText])
  const [dropped, forgetDropped] = useRetainedState<string>(DROPPED_PLACE)
  useEffect(() => {
    if (id === undefined || dropped === undefined) return
    forgetDropped(undefined)
    readFile(dropped)
  }, [id, dropped, forgetDropped, readFile])
  const [last] = preview?.files ?? []
  const isShown =
    last && last.id !== cleared && (last.path !== null || picked !== '' || text.trim() !== '')
  const file = isShown ? last : undefined
  return {
    text,
    setText(next) {
      setPicked('')
      setText(next)
    },
    flow,
    file,
    picked,
    pick(title, entry) {
      setText('')
      setRead('')
      setPicked(title)
      readPicked(entry)
    },
    isRecognised: (file?.servers.length ?? 0) > 0,
    clear() {
      setText('')
      setRead('')
      setPicked('')
      setCleared(last?.id ?? '')
    },
  }
}

interface PasteFieldProps {
  door: PasteDoor
  field: RefObject<HTMLTextAreaElement | null>
}

/** The one field at the top, and below it what the text in it, or the opened file, is. */
export function PasteField({ door, field }: PasteFieldProps) {
  const t = useT('serverImport')
  const { text, setText, flow, file, isRecognised } = door
  const { handlers } = useDroppedFiles(([path]) => {
    if (path === undefined) return
    setText('')
    flow.readFile(path)
  })
  const onDrop = (event: DragEvent): void => {
    const [dropped] = event.dataTransfer.files
    const isFolder = event.dataTransfer.items[0]?.webkitGetAsEntry()?.isDirectory === true
    // Main reads these, by the path that the drop gives it.
    if (!dropped || isFolder || isBundleOrPlugin(dropped.name)) return
    event.preventDefault()
    event.stopPropagation()
    void readDroppedText(dropped, MAX_PASTED).then((content) => {
      if (content !== null) setText(content)
    })
  }
  const opened = file && (file.path ?? door.picked)
  return (
    <section aria-label={t('door.label')} className="mb-4 flex flex-col gap-3" {...handlers}>
      <TextArea
        ref={field}
        label={t('door.label')}
        description={
          isRecognised && file && !opened
            ? t(file.format === undefined ? 'door.recognised' : `door.format.${file.format}`, {
                count: file.servers.length,
              })
            : t('door.note')
        }
        mono
        minRows={2}
        maxRows={6}
        maxLength={MAX_PASTED}
        value={text}
        onValueChange={setText}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          icon={FolderOpen}
          loading={flow.adding === 'file'}
          onClick={() => {
            setText('')
            flow.openFile()
          }}
        >
          {t('door.openFile')}
        </Button>
        {opened && (
          <>
            <RevealText text={opened} className="min-w-0 text-small text-fg-3" />
            <Button size="small" variant="ghost" icon={X} onClick={door.clear}>
              {t('door.clear')}
            </Button>
          </>
        )}
      </div>
      {flow.failure !== null && <Callout tone="danger" role="alert" title={flow.failure} />}
      <InstallationState installation={flow.installation} />
      {file && file.problems.length > 0 && (
        <Callout tone="warning">
          <ImportIssueList issues={file.problems} />
        </Callout>
      )}
      {isRecognised && file && (
        <>
          {file.bundle && <BundleFacts bundle={file.bundle} />}
          <ul className="flex flex-col gap-2">
            {file.servers.map((server) => (
              <ImportServerCard key={server.id} server={server} flow={flow} />
            ))}
          </ul>
          <ImportInputs inputs={file.inputs} flow={flow} />
        </>
      )}
    </section>
  )
}
