import { displayName, type Prompt, type ServerView } from '@gatehouse/domain'
import { Eye, MessageSquarePlus, RotateCw } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import {
  Badge,
  Button,
  Callout,
  PaneBody,
  RevealText,
  ServerIcon,
  useIncrementalList,
} from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { completingServer, CompletionField } from '../../../lib/completion/completion-field.tsx'
import { FIELDS, focusInvalid, withoutEmpty } from '../../../lib/drafts/argument-fields.ts'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'
import { PromptPreviewCard } from './prompt-preview.tsx'
import { RunningNote } from '../running-note.tsx'
import { usePromptRun } from './use-prompt-run.ts'

/** One prompt: its definition, its arguments, and what the server makes of them. */
export function PromptDetail({ view, prompt }: { view: ServerView; prompt: Prompt }) {
  const t = useT('servers')
  const words = useErrorWords()
  const formId = useId()
  const { config } = view
  const [values = {}, setValues] = useRetainedState<Record<string, string>>(
    `prompt ${config.id} ${prompt.name}`,
  )
  const [attempted, setAttempted] = useState(false)
  const filled = withoutEmpty(values)
  const run = usePromptRun({ id: config.id, name: prompt.name, arguments: filled })
  const fields = prompt.arguments ?? []
  const steps = useIncrementalList(fields.length, FIELDS)
  const missing = (name: string, required = false) => required && filled[name] === undefined
  const whenComplete = (task: () => void): void => {
    setAttempted(true)
    const lacking = fields.findIndex(({ name, required }) => missing(name, required))
    if (lacking === -1) return task()
    steps.showTo(lacking)
    return focusInvalid(formId)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    whenComplete(run.runPreview)
  }
  return (
    <PaneBody label={displayName(prompt)} className="px-5 py-4">
      <div className="flex max-w-column flex-col gap-4">
        <Heading prompt={prompt} />
        <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
          {fields.length === 0 && <p className="text-note text-fg-2">{t('prompts.noArguments')}</p>}
          {fields.slice(0, steps.shown).map(({ name, title, description, required }) => (
            <CompletionField
              key={name}
              server={completingServer(view)}
              completionRef={{ type: 'ref/prompt', name: prompt.name }}
              name={name}
              label={<RevealText text={title ?? name} />}
              hint={title === undefined ? undefined : <RevealText text={name} wrap={false} />}
              description={description ? <RevealText text={description} /> : undefined}
              required={required}
              error={attempted && missing(name, required) ? t('prompts.missing') : undefined}
              filled={filled}
              value={values[name] ?? ''}
              onValueChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <ShowMoreButton steps={steps} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              icon={MessageSquarePlus}
              loading={run.using}
              onClick={() => whenComplete(run.use)}
            >
              {t('prompts.use')}
            </Button>
            <Button type="submit" icon={Eye} loading={run.previewing}>
              {t('prompts.preview')}
            </Button>
          </div>
        </form>
        {(run.previewing || run.using) && (
          <RunningNote running={run.running} name={displayName(prompt)} />
        )}
        {run.error && !run.previewing && (
          <Callout
            tone={
              isBridgeError(run.error) && run.error.code === 'request/cancelled' ? 'info' : 'danger'
            }
            role="alert"
            title={<RevealText text={words(run.error)} />}
            actions={
              <Button size="small" icon={RotateCw} onClick={run.runPreview}>
                {t('retry')}
              </Button>
            }
          />
        )}
        {run.preview && <PromptPreviewCard preview={run.preview} hue={config.hue} />}
      </div>
    </PaneBody>
  )
}

function Heading({ prompt }: { prompt: Prompt }) {
  const t = useT('servers')
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <ServerIcon icons={prompt.icons} />
        <h2 className="min-w-0 text-title font-semibold">
          <RevealText text={displayName(prompt)} />
        </h2>
        <Badge mono>
          <RevealText text={`/${prompt.name}`} wrap={false} />
        </Badge>
      </div>
      <div className="mt-1 text-body text-fg-2">
        {prompt.description ? <RevealText text={prompt.description} /> : t('prompts.noDescription')}
      </div>
    </header>
  )
}
