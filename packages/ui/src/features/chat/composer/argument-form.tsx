import type { CompletionRequest } from '@gatehouse/domain'
import { X } from 'lucide-react'
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import {
  Button,
  Card,
  CardHeader,
  IconButton,
  isComposing,
  Kbd,
  RevealText,
  ServerName,
  useIncrementalList,
} from '../../../kit/index.ts'
import { FIELDS, focusInvalid, withoutEmpty } from '../../../lib/drafts/argument-fields.ts'
import { completingServer, CompletionField } from '../../../lib/completion/completion-field.tsx'
import { expandTemplate, templateVariables } from '../../../lib/formats/uri-template.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { attachRequest, type ItemWithArguments } from './attach-request.ts'
import { attachableName, attachableTitle } from './attachable-item.ts'
import type { AttachRequest } from './use-attaching.ts'
import { useHeightAbove } from './use-height-above.ts'

export interface ArgumentFormProps {
  item: ItemWithArguments
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
  /** Once nothing that is required is missing. */
  onInsert: (request: AttachRequest) => void
  /** Back to the text as it was. */
  onClose: () => void
  /** Returns true once, after it was opened: then it takes the focus. */
  takeOpening: () => boolean
  /** Element that it is placed on. */
  anchor: RefObject<HTMLElement | null>
}

interface FormField {
  name: string
  title?: string | undefined
  description?: string | undefined
  required: boolean
  /** Several values, separated by commas. */
  list: boolean
}

function fieldsOf(item: ItemWithArguments): FormField[] {
  if (item.kind === 'template') return templateVariables(item.template.uriTemplate)
  return (item.prompt.arguments ?? []).map((argument) => ({
    ...argument,
    required: argument.required === true,
    list: false,
  }))
}

function completionRef(item: ItemWithArguments): CompletionRequest['ref'] {
  return item.kind === 'template'
    ? { type: 'ref/resource', uri: item.template.uriTemplate }
    : { type: 'ref/prompt', name: item.prompt.name }
}

/** The arguments of a prompt, or the variables of a resource template, over the composer. */
export function ArgumentForm(props: ArgumentFormProps) {
  const { item, values, onChange, onInsert, onClose, takeOpening, anchor } = props
  const t = useT('composer')
  const words = useT('servers')
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const room = useHeightAbove(anchor)
  const fields = useMemo(() => fieldsOf(item), [item])
  const steps = useIncrementalList(fields.length, FIELDS)
  const [attempted, setAttempted] = useState(false)
  const filled = withoutEmpty(values)
  const lacks = ({ name, required }: FormField) => required && filled[name] === undefined
  const group = item.kind === 'prompt' ? 'prompt' : 'resource'
  const missing = words(item.kind === 'prompt' ? 'prompts.missing' : 'resources.missing')
  useEffect(() => {
    if (takeOpening()) form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [takeOpening])
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setAttempted(true)
    const lacking = fields.findIndex(lacks)
    if (lacking === -1) return onInsert(attachRequest(item, filled))
    steps.showTo(lacking)
    return focusInvalid(formId)
  }
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return
    // The first one closes a field's suggestions.
    if (event.target instanceof Element && event.target.matches('[aria-expanded=true]')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const { config } = item.server
  return (
    <div
      role="dialog"
      aria-label={t(`${group}.form`, { title: oneLine(attachableTitle(item), 80) })}
      data-over-transcript
      className="absolute bottom-full left-0 z-20 mb-2 w-[28.5rem] max-w-full"
    >
      <form
        ref={form}
        id={formId}
        noValidate
        data-testid="argument-form"
        onSubmit={onSubmit}
        onKeyDownCapture={onKeyDownCapture}
      >
        <Card hue={config.hue} className="flex flex-col shadow-2!">
          <CardHeader
            aside={<IconButton size="small" icon={X} label={t('close')} onClick={onClose} />}
          >
            <ServerName hue={config.hue} className="max-w-[40%] shrink-0">
              {config.name}
            </ServerName>
            <span className="min-w-0 shrink-[0.2] truncate font-semibold">
              <RevealText text={oneLine(attachableTitle(item), 100)} wrap={false} />
            </span>
            <span className="min-w-0 truncate text-small text-fg-2">
              <RevealText text={marked(item)} wrap={false} />
            </span>
          </CardHeader>
          <div
            className="flex min-h-0 flex-col gap-2.5 overflow-y-auto border-t border-line px-3 py-2.5"
            style={{ maxHeight: Math.max(80, room - 96) }}
          >
            {fields.slice(0, steps.shown).map((field) => (
              <CompletionField
                key={field.name}
                server={completingServer(item.server)}
                completionRef={completionRef(item)}
                name={field.name}
                label={<RevealText text={field.title ?? field.name} />}
                hint={
                  field.list
                    ? words('resources.listHint')
                    : field.title !== undefined && <RevealText text={field.name} wrap={false} />
                }
                description={field.description && <RevealText text={field.description} />}
                required={field.required}
                error={attempted && lacks(field) ? missing : undefined}
                filled={filled}
                value={values[field.name] ?? ''}
                onValueChange={(value) => onChange({ ...values, [field.name]: value })}
              />
            ))}
            <ShowMoreButton steps={steps} />
            {item.kind === 'template' && (
              <p data-testid="expanded-uri" className="text-small text-fg-2">
                <RevealText
                  text={expandTemplate(item.template.uriTemplate, filled)}
                  className="font-mono wrap-anywhere"
                />
              </p>
            )}
          </div>
          <FormFoot group={group} />
        </Card>
      </form>
    </div>
  )
}

/** Returns the text of the item in the composer. */
function marked(item: ItemWithArguments): string {
  return oneLine(item.kind === 'prompt' ? `/${attachableName(item)}` : attachableName(item), 100)
}

function FormFoot({ group }: { group: 'prompt' | 'resource' }) {
  const t = useT('composer')
  return (
    <div className="flex items-center gap-3 border-t border-line bg-sunken px-3 py-1.5 text-small text-fg-3">
      <span className="inline-flex items-center gap-1">
        <Kbd keys="Tab" />
        {t('keys.next')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd keys="Escape" />
        {t('keys.back')}
      </span>
      <Button type="submit" size="small" variant="primary" keys="Enter" className="ml-auto">
        {t(`${group}.insert`)}
      </Button>
    </div>
  )
}
