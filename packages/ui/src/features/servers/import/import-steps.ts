import type { ServerImportOutcome, ServerImportPreview } from '@gatehouse/domain/launch'
import { useEffect, useRef, useState } from 'react'
import { useAction, type Action } from '../../../lib/queries/index.ts'

export interface ImportSteps {
  preview: ServerImportPreview | undefined
  /** More was read than was found. */
  added: boolean
  open: Action<'import.open'>
  file: Action<'import.choose-file'>
  dropped: Action<'import.read-file'>
  download: Action<'import.download'>
  folder: Action<'import.choose-folder'>
  text: Action<'import.read-text'>
  variables: Action<'import.choose-variables'>
  proposing: Action<'import.propose'>
  /** Error of the last step. */
  error: Error | undefined
  /** Forgets it. */
  begin: () => void
}

/** The calls of one import, from opening it to the end of what main keeps of it. */
export function useImportSteps(
  onSaved: (outcome: ServerImportOutcome, importId: string) => void,
  known: boolean,
): ImportSteps {
  const [added, setAdded] = useState<ServerImportPreview | null>(null)
  const open = useAction('import.open', { quiet: true })
  const keep = useCloseAtEnd(open.data?.id)
  const onAdded = (next: ServerImportPreview | null): void => {
    if (next) setAdded(next)
  }
  const file = useAction('import.choose-file', { quiet: true, onSuccess: onAdded })
  const dropped = useAction('import.read-file', { quiet: true, onSuccess: onAdded })
  const download = useAction('import.download', { quiet: true, onSuccess: onAdded })
  const folder = useAction('import.choose-folder', { quiet: true, onSuccess: onAdded })
  const variables = useAction('import.choose-variables', { quiet: true, onSuccess: onAdded })
  const text = useAction('import.read-text', { quiet: true, onSuccess: onAdded })
  const proposing = useAction('import.propose', {
    quiet: true,
    onSuccess(outcome, { id }) {
      if (outcome.outcome === 'cancelled') return
      // It may have to be taken back, also when this part of the window is gone.
      keep()
      onSaved(outcome, id)
    },
  })
  useOpenOnce(open.mutate, known)
  const steps = [file, dropped, download, folder, text, variables, proposing]
  return {
    preview: added ?? open.data,
    added: added !== null,
    open,
    file,
    dropped,
    download,
    folder,
    text,
    variables,
    proposing,
    error: steps.find((step) => step.error)?.error ?? undefined,
    begin() {
      for (const step of steps) step.reset()
    },
  }
}

function useOpenOnce(open: (input: { known: boolean }) => void, known: boolean): void {
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    open({ known })
  }, [open, known])
}

/** Has main forget what it read when this part of the window ends, unless the result was called. */
function useCloseAtEnd(id: string | undefined): () => void {
  const { mutate: close } = useAction('import.close', { quiet: true })
  const present = useRef(id)
  useEffect(() => {
    present.current = id
  }, [id])
  useEffect(() => {
    const last = present
    return () => {
      if (last.current !== undefined) close({ id: last.current })
    }
  }, [close])
  return () => {
    present.current = undefined
  }
}
