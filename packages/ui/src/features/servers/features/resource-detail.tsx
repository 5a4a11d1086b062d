import { displayName, type Resource, type ServerView } from '@gatehouse/domain'
import { BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  CopyButton,
  KeyValues,
  PaneBody,
  RevealText,
  type KeyValue,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ReadingView } from './reading-view.tsx'
import { RunningNote } from '../running-note.tsx'
import { useResourceOnDemand } from './use-resource-on-demand.ts'
import { WatchSwitch } from './watch-switch.tsx'

/** One resource: its description and, on request, its contents. */
export function ResourceDetail({ view, resource }: { view: ServerView; resource: Resource }) {
  const t = useT('servers')
  const { bytes } = useFormats()
  const { id, hue } = view.config
  const reading = useResourceOnDemand(id, resource.uri)
  const { name, title, description, mimeType, size, annotations } = resource
  return (
    <PaneBody label={displayName({ title, name })} className="px-5 py-4">
      <div className="flex max-w-column flex-col gap-4">
        <ResourceHeading name={name} title={title} description={description} />
        <KeyValues
          items={[
            { name: t('resources.uri'), value: <ResourceUri uri={resource.uri} /> },
            ...optionalRow(t('resources.type'), mimeType),
            ...optionalRow(t('resources.size'), size === undefined ? undefined : bytes(size)),
            ...optionalRow(t('resources.modified'), annotations?.lastModified),
          ]}
        />
        <WatchSwitch view={view} uri={resource.uri} />
        <div>
          <Button
            variant="primary"
            icon={BookOpen}
            loading={reading.query.isFetching}
            onClick={reading.read}
          >
            {t(reading.shown ? 'resources.again' : 'resources.read')}
          </Button>
        </div>
        {reading.query.isFetching && (
          <RunningNote running={reading.running} name={displayName({ title, name })} />
        )}
        <ReadingView reading={reading} hue={hue} />
      </div>
    </PaneBody>
  )
}

/** A fact that the server gave, if it did. */
export function optionalRow(name: string, value: string | undefined): KeyValue[] {
  return value === undefined || value === '' ? [] : [{ name, value: <RevealText text={value} /> }]
}

/** An address in full, to be copied. */
export function ResourceUri({ uri }: { uri: string }): ReactNode {
  return (
    <span className="flex items-start gap-1.5">
      <RevealText text={uri} className="min-w-0 font-mono text-small leading-5 wrap-anywhere" />
      <CopyButton text={uri} className="-my-1" />
    </span>
  )
}

export interface ResourceHeadingProps {
  name: string
  title: string | undefined
  description: string | undefined
}

export function ResourceHeading({ name, title, description }: ResourceHeadingProps) {
  const t = useT('servers')
  return (
    <header>
      <h2 className="text-title font-semibold">
        <RevealText text={displayName({ title, name })} />
      </h2>
      {title !== undefined && title !== name && (
        <p className="font-mono text-small text-fg-3">
          <RevealText text={name} />
        </p>
      )}
      <div className="mt-1 text-body text-fg-2">
        {description ? <RevealText text={description} /> : t('resources.noDescription')}
      </div>
    </header>
  )
}
