import type { RunningSampling } from '@gatehouse/domain/server-requests'
import { Square } from 'lucide-react'
import { Button, Card, CardHeader, CardSection, RevealText, ServerName } from '../../kit/index.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from '../words/i18n.ts'
import { useAction, useProviders, useRunningSamplings } from '../queries/index.ts'

/** The models that answer servers now, each with what it has written so far and a way to stop it. `entryId`: for this call only. */
export function RunningSamplings({ entryId }: { entryId?: string }) {
  const running = useRunningSamplings().data ?? []
  const own =
    entryId === undefined
      ? running
      : running.filter(({ causes }) => causes.some((cause) => cause.entryId === entryId))
  return own.map((one) => <Running key={one.id} running={one} />)
}

function Running({ running }: { running: RunningSampling }) {
  const t = useT('asks')
  const { sentences } = useFormats()
  const providers = useProviders().data
  const stop = useAction('sampling.stop')
  const { id, serverName: server, serverHue, model, text, characters, isAutoApproved } = running
  const provider = providers?.find((one) => one.id === model.providerId)
  const name = provider?.models.find((one) => one.id === model.modelId)?.name ?? model.modelId
  return (
    <Card hue={serverHue} label={t('sampling.running.label', { server })}>
      <div data-testid="running-sampling">
        <CardHeader
          aside={
            <Button
              size="small"
              icon={Square}
              loading={stop.isPending}
              onClick={() => stop.mutate({ id })}
            >
              {t('sampling.running.stop')}
            </Button>
          }
        >
          <ServerName hue={serverHue} className="max-w-48 shrink-0">
            <RevealText text={server} wrap={false} />
          </ServerName>
          <span className="truncate font-semibold">
            <RevealText text={t('sampling.running.title', { model: name })} wrap={false} />
          </span>
        </CardHeader>
        <CardSection className="flex flex-col gap-1.5">
          <p className="text-small text-fg-3">
            {sentences(
              t(isAutoApproved ? 'sampling.running.unasked' : 'sampling.running.asked', { server }),
              t('sampling.running.characters', { count: characters }),
            )}
          </p>
          {text !== '' && (
            <div
              role="group"
              tabIndex={0}
              aria-label={t('sampling.answer')}
              className="flex max-h-48 flex-col-reverse overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1.5 font-mono text-small"
            >
              <RevealText text={text} />
            </div>
          )}
        </CardSection>
      </div>
    </Card>
  )
}
