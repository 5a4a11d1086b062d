import type { ChatImportPreview, ImportProgress } from '@gatehouse/domain/chats'
import { Button, Dialog, ProgressBar, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useProductImport } from './use-product-import.ts'

/** Names of products, which are the same in every language. */
const PRODUCTS = { chatgpt: 'ChatGPT', claude: 'Claude' } as const

/** Preview of an import from another product: what is taken and what is not, before anything is kept. */
export function ImportChats() {
  const open = useUi((ui) => ui.overlay?.kind === 'import-chats')
  return open ? <ImportDialog /> : null
}

function ImportDialog() {
  const t = useT('chat')
  const { state, start, end } = useProductImport()
  if (state.step === 'choosing') return null
  const product =
    state.step === 'preview' || state.step === 'importing'
      ? PRODUCTS[state.preview.product]
      : 'ChatGPT · Claude'
  return (
    <Dialog
      open
      dismissible={state.step === 'preview' || state.step === 'done'}
      onOpenChange={(open) => !open && end()}
      title={t('library.product.title', { product })}
      footer={
        <>
          <Button onClick={end}>
            {t(state.step === 'done' ? 'library.product.close' : 'library.product.cancel')}
          </Button>
          {state.step === 'preview' && (
            <Button variant="primary" onClick={start}>
              {t('library.product.start', { count: state.preview.chats })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-body" data-testid="product-import">
        {state.step === 'reading' && <Progress step="reading" progress={state.progress} />}
        {state.step === 'importing' && <Progress step="importing" progress={state.progress} />}
        {state.step === 'preview' && <Preview preview={state.preview} />}
        {state.step === 'done' && (
          <div role="status" className="flex flex-col gap-1">
            <p>{t('library.product.imported', { count: state.outcome.imported })}</p>
            {OUTCOMES.filter((kind) => state.outcome[kind] > 0).map((kind) => (
              <p key={kind}>{t(`library.product.${kind}`, { count: state.outcome[kind] })}</p>
            ))}
            {state.outcome.isCancelled && <p>{t('library.product.cancelled')}</p>}
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface ProgressProps {
  step: 'reading' | 'importing'
  progress: ImportProgress
}

function Progress({ step, progress: { fraction, chats } }: ProgressProps) {
  const t = useT('chat')
  const soFar = step === 'reading' ? 'library.product.readSoFar' : 'library.product.importedSoFar'
  return (
    <ProgressBar
      label={t(`library.product.${step}`)}
      value={fraction}
      message={t(soFar, { count: chats })}
    />
  )
}

/** Counts of chats of a file that are not imported as new ones. */
const OUTCOMES = ['updated', 'unchanged', 'continued', 'failed'] as const

const KINDS = ['attachments', 'media', 'hidden', 'parts', 'chats'] as const

function Preview({ preview }: { preview: ChatImportPreview }) {
  const t = useT('chat')
  const { day } = useFormats()
  const { chats, messages, known, from, to, leftOut, titles, updates, updatedTitles } = preview
  const [first, last] = [day(from), day(to)]
  const isWhole = KINDS.every((kind) => leftOut[kind] === 0)
  return (
    <>
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">
          <RevealText text={t('library.product.comesIn', { name: oneLine(preview.name, 80) })} />
        </h3>
        <p>
          {t('library.product.chats', { count: chats })} ·{' '}
          {t('library.product.messages', { count: messages })}
          {from > 0 &&
            ` · ${first === last ? first : t('library.product.span', { from: first, to: last })}`}
        </p>
        {known > 0 && <p>{t('library.product.known', { count: known })}</p>}
        <p className="text-note text-fg-2">{t('library.product.kept')}</p>
      </section>
      {updates > 0 && (
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">{t('library.product.updates')}</h3>
          <Titles label={t('library.product.updates')} titles={updatedTitles} count={updates} />
        </section>
      )}
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">{t('library.product.isLeftOut')}</h3>
        {isWhole && <p>{t('library.product.nothingLeftOut')}</p>}
        <ul className="list-disc pl-4">
          {KINDS.filter((kind) => leftOut[kind] > 0).map((kind) => (
            <li key={kind}>{t(`library.product.leftOut.${kind}`, { count: leftOut[kind] })}</li>
          ))}
        </ul>
      </section>
      <section className="flex min-h-0 flex-col gap-1">
        <h3 className="font-semibold">{t('library.product.titles')}</h3>
        <Titles label={t('library.product.titles')} titles={titles} count={chats} />
      </section>
      <p className="text-note text-fg-2">{t('library.product.note')}</p>
    </>
  )
}

interface TitlesProps {
  label: string
  titles: readonly string[]
  /** Of all chats, those that are not named included. */
  count: number
}

function Titles({ label, titles, count }: TitlesProps) {
  const t = useT('chat')
  return (
    <ul
      tabIndex={0}
      aria-label={label}
      className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-1.5 text-note text-fg-2"
    >
      {titles.map((title, index) => (
        <li key={`${index} ${title}`} className="truncate">
          <RevealText text={oneLine(title) || t('untitled')} wrap={false} />
        </li>
      ))}
      {count > titles.length && (
        <li>{t('library.product.moreTitles', { count: count - titles.length })}</li>
      )}
    </ul>
  )
}
