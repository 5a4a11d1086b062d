import { useDeferredValue } from 'react'
import { DiffText, hasHidden, RevealText, TextArea, type FieldTexts } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

interface EditedTextFieldProps extends Pick<FieldTexts, 'label' | 'labelHidden'> {
  before: string
  after: string
  onChange: (text: string) => void
  /** Names the scrolling boxes below the field. */
  name: string
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

/** An editable text, with its changes and invisible characters in a field below it. */
export function EditedTextField(props: EditedTextFieldProps) {
  const { label, labelHidden, before, after, onChange, name, placeholder, disabled } = props
  const t = useT('asks')
  const shown = useDeferredValue(after)
  return (
    <div className="flex flex-col gap-1">
      <TextArea
        label={label}
        labelHidden={labelHidden}
        mono
        minRows={1}
        maxRows={14}
        placeholder={placeholder}
        disabled={disabled}
        value={after}
        onValueChange={onChange}
      />
      {hasHidden(shown) && (
        <>
          <p className="text-small text-warning">{t('sampling.hidden')}</p>
          <Box label={t('sampling.hiddenIn', { name })}>
            <RevealText text={shown} />
          </Box>
        </>
      )}
      {shown !== before && (
        <Box label={t('sampling.changesIn', { name })}>
          <DiffText before={before} after={shown} />
        </Box>
      )}
    </div>
  )
}

function Box({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={label}
      className="max-h-48 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1 font-mono text-small whitespace-pre-wrap focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  )
}
