import type { ChatImportOutcome, ChatImportPreview, ImportProgress } from '@gatehouse/domain/chats'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** Step of the import of chats of another product; while a file is chosen nothing is shown. */
type ProductImportStep =
  | { step: 'choosing' }
  | { step: 'reading'; progress: ImportProgress }
  | { step: 'preview'; preview: ChatImportPreview }
  | { step: 'importing'; preview: ChatImportPreview; progress: ImportProgress }
  | { step: 'done'; outcome: ChatImportOutcome }

interface ProductImport {
  state: ProductImportStep
  start: () => void
  /** Cancels a running import, or closes the result. */
  end: () => void
}

export function useProductImport(): ProductImport {
  const [state, setState] = useState<ProductImportStep>({ step: 'choosing' })
  const { bridge } = useBridge()
  const { mutate: read } = useAction('chat.read-product-file')
  const { mutate: take } = useAction('chat.import-product-file')
  const { mutate: cancel } = useAction('chat.cancel-product-import')
  useEffect(
    () =>
      bridge.on('chat.import-progress', (progress) => {
        setState((now) => {
          if (now.step === 'importing') return { ...now, progress }
          const isReading = now.step === 'choosing' || now.step === 'reading'
          return isReading ? { step: 'reading', progress } : now
        })
      }),
    [bridge],
  )
  const show = useUi((ui) => ui.show)
  const close = useCallback(() => show(null), [show])
  const isAsked = useRef(false)
  useEffect(() => {
    // One press asks for one file.
    if (isAsked.current) return
    isAsked.current = true
    read(
      {},
      {
        onSuccess: (preview) => (preview ? setState({ step: 'preview', preview }) : close()),
        onError: () => close(),
      },
    )
  }, [read, close])
  return {
    state,
    start() {
      if (state.step !== 'preview') return
      setState({
        step: 'importing',
        preview: state.preview,
        progress: { fraction: 0, chats: 0 },
      })
      take(
        {},
        {
          onSuccess: (outcome) => setState({ step: 'done', outcome }),
          onError: () => close(),
        },
      )
    },
    end() {
      if (state.step !== 'done') cancel({})
      // The running import reports how far it came.
      if (state.step !== 'importing') close()
    },
  }
}
