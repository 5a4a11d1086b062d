import { displayName, type ResourceTemplate, type ServerView } from '@gatehouse/domain'
import { BookOpen } from 'lucide-react'
import { useId, useMemo, useState, type FormEvent } from 'react'
import { Button, KeyValues, PaneBody, RevealText, useIncrementalList } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { FIELDS, focusInvalid, withoutEmpty } from '../../../lib/drafts/argument-fields.ts'
import { completingServer, CompletionField } from '../../../lib/completion/completion-field.tsx'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'
import { ReadingView } from './reading-view.tsx'
import { RunningNote } from '../running-note.tsx'
import { ResourceHeading, optionalRow, ResourceUri } from './resource-detail.tsx'
import { expandTemplate, templateVariables } from '../../../lib/formats/uri-template.ts'
import { useResourceOnDemand } from './use-resource-on-demand.ts'
import { WatchSwitch } from './watch-switch.tsx'

interface TemplateDetailProps {
  view: ServerView
  template: ResourceTemplate
}

/** A family of resources: its variables, the address they make, and what is there. */
export function TemplateDetail({ view, template }: TemplateDetailProps) {
  const t = useT('servers')
  const formId = useId()
  const { uriTemplate, name, title, description, mimeType } = template
  const variables = useMemo(() => templateVariables(uriTemplate), [uriTemplate])
  const steps = useIncrementalList(variables.length, FIELDS)
  const [values = {}, setValues] = useRetainedState<Record<string, string>>(
    `template ${view.config.id} ${uriTemplate}`,
  )
  const [attempted, setAttempted] = useState(false)
  const filled = withoutEmpty(values)
  const uri = expandTemplate(uriTemplate, filled)
  const reading = useResourceOnDemand(view.config.id, uri)
  const missing = variables.filter((one) => one.required && filled[one.name] === undefined)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setAttempted(true)
    const [lacking] = missing
    if (lacking === undefined) return reading.read()
    steps.showTo(variables.indexOf(lacking))
    return focusInvalid(formId)
  }
  return (
    <PaneBody label={displayName({ title, name })} className="px-5 py-4">
      <div className="flex max-w-column flex-col gap-4">
        <ResourceHeading name={name} title={title} description={description} />
        <KeyValues
          items={[
            { name: t('resources.template'), value: <ResourceUri uri={uriTemplate} /> },
            ...optionalRow(t('resources.type'), mimeType),
          ]}
        />
        <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
          {variables.slice(0, steps.shown).map((variable) => (
            <CompletionField
              key={variable.name}
              server={completingServer(view)}
              completionRef={{ type: 'ref/resource', uri: uriTemplate }}
              name={variable.name}
              label={<RevealText text={variable.name} />}
              hint={variable.list ? t('resources.listHint') : undefined}
              required={variable.required}
              error={attempted && missing.includes(variable) ? t('resources.missing') : undefined}
              filled={filled}
              value={values[variable.name] ?? ''}
              onValueChange={(value) => setValues({ ...values, [variable.name]: value })}
            />
          ))}
          <ShowMoreButton steps={steps} />
          <div>
            <p className="mb-1 text-note font-medium text-fg-2">{t('resources.result')}</p>
            <div
              data-testid="expanded-uri"
              className="rounded-lg border border-line bg-sunken px-3 py-1.5"
            >
              <ResourceUri uri={uri} />
            </div>
          </div>
          <WatchSwitch view={view} uri={uri} />
          <div>
            <Button
              type="submit"
              variant="primary"
              icon={BookOpen}
              loading={reading.query.isFetching}
            >
              {t(reading.shown ? 'resources.again' : 'resources.read')}
            </Button>
          </div>
        </form>
        {reading.query.isFetching && (
          <RunningNote running={reading.running} name={displayName({ title, name })} />
        )}
        <ReadingView reading={reading} hue={view.config.hue} />
      </div>
    </PaneBody>
  )
}
