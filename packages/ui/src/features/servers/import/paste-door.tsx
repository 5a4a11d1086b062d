import { useEffect, useState, type DragEvent, type RefObject } from 'react'
import { Callout, TextArea } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import { ImportInputs } from './import-inputs.tsx'
import { ImportIssueList } from './import-issue.tsx'
import { ImportServerCard } from './import-server-card.tsx'
import type { ImportFlow } from './import-flow.ts'
import { useImportFlow } from './import-flow.ts'
import { readDroppedText } from './read-dropped-text.ts'
import { useAfterSaving } from './import-servers.tsx'

/** Milliseconds without a key after which a typed text is read. */
const READ_AFTER_MS = 200
const MAX_CHARACTERS = 1_000_000

export interface PasteDoor {
  text: string
  setText: (text: string) => void
  flow: ImportFlow
  /** Something in the text is a server: it takes the place of the form. */
  isRecognised: boolean
}

/** Reads what is typed, pasted or dropped; main parses it, and keeps what is secret in it. */
export function usePasteDoor(initialText: string): PasteDoor {
  const [text, setText] = useState(initialText)
  const flow = useImportFlow(
    useAfterSaving(() => undefined),
    { known: false },
  )
  const { readText, preview } = flow
  const id = preview?.id
  const [read, setRead] = useState('')
  useEffect(() => {
    if (id === undefined || text.trim() === '' || text === read) return undefined
    const timer = setTimeout(() => {
      setRead(text)
      readText(text)
    }, READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id, text, read, readText])
  const hasServers = preview?.files.some(({ servers }) => servers.length > 0) ?? false
  return { text, setText, flow, isRecognised: hasServers && text.trim() !== '' }
}

interface PasteFieldProps {
  door: PasteDoor
  field: RefObject<HTMLTextAreaElement | null>
}

/** The one field at the top, and below it what the text in it is. */
export function PasteField({ door, field }: PasteFieldProps) {
  const t = useT('serverImport')
  const { text, setText, flow, isRecognised } = door
  const [file] = text.trim() === '' ? [] : (flow.preview?.files ?? [])
  const onDrop = (event: DragEvent): void => {
    const [dropped] = event.dataTransfer.files
    if (!dropped) return
    event.preventDefault()
    event.stopPropagation()
    void readDroppedText(dropped, MAX_CHARACTERS).then((content) => {
      if (content !== null) setText(content)
    })
  }
  return (
    <section aria-label={t('door.label')} className="mb-4 flex flex-col gap-3">
      <TextArea
        ref={field}
        label={t('door.label')}
        description={
          isRecognised && file
            ? t(file.format === undefined ? 'door.recognised' : `door.format.${file.format}`, {
                count: file.servers.length,
              })
            : t('door.note')
        }
        mono
        minRows={2}
        maxRows={6}
        maxLength={MAX_CHARACTERS}
        value={text}
        onValueChange={setText}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      />
      {flow.failure !== null && <Callout tone="danger" role="alert" title={flow.failure} />}
      {file && file.problems.length > 0 && (
        <Callout tone="warning">
          <ImportIssueList issues={file.problems} />
        </Callout>
      )}
      {isRecognised && file && (
        <>
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
