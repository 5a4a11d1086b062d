import type { UnsentAnswer } from '@gatehouse/domain'
import {
  Button,
  Card,
  CardFooter,
  CardHeader,
  CardSection,
  CopyButton,
  RevealText,
  ServerName,
} from '../../kit/index.ts'
import { useBridge } from '../bridge/bridge.tsx'
import { useT } from '../words/i18n.ts'
import { useAction } from '../queries/index.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { useWithdrawnWords } from '../words/withdrawn-words.ts'

/** An ask that was taken away, with what the person had written for it, or that it expired, until they put it away. */
export function UnsentAnswerCard({ unsent }: { unsent: UnsentAnswer }) {
  const t = useT('asks')
  const words = useWithdrawnWords()
  const { cache } = useBridge()
  const { mutate, isPending } = useAction('ask.dismiss-unsent', {
    onSuccess: () => cache.refresh(queryKeys.unsentAnswers),
  })
  const { serverName, serverHue, texts } = unsent
  const isWritten = texts.length > 0
  return (
    <div data-testid="unsent-answer">
      <Card
        hue={serverHue}
        label={t(isWritten ? 'unsent.label' : 'unsent.expiredLabel', { server: serverName })}
      >
        <CardHeader>
          <ServerName hue={serverHue} className="max-w-48 shrink-0">
            <RevealText text={serverName} wrap={false} />
          </ServerName>
          <span className="truncate font-semibold">
            {t(isWritten ? 'unsent.title' : 'unsent.expired')}
          </span>
        </CardHeader>
        <CardSection className="flex flex-col gap-1">
          <p>
            <RevealText text={words({ ...unsent, server: serverName })} />
          </p>
          {isWritten && <p className="text-small text-fg-3">{t('unsent.note')}</p>}
        </CardSection>
        {isWritten && (
          <CardSection className="flex flex-col gap-2">
            {texts.map(({ part, name, text }) => (
              <Written
                key={`${part} ${name}`}
                label={t(`unsent.part.${part}`, { name })}
                text={text}
              />
            ))}
          </CardSection>
        )}
        <CardFooter>
          <Button loading={isPending} onClick={() => mutate({ id: unsent.id })}>
            {t('unsent.dismiss')}
          </Button>
        </CardFooter>
      </Card>
    </div>
  )
}

function Written({ label, text }: { label: string; text: string }) {
  const t = useT('asks')
  return (
    <div>
      <div className="flex items-center gap-1 text-note font-medium text-fg-2">
        <span className="min-w-0 truncate">
          <RevealText text={label} wrap={false} />
        </span>
        <CopyButton text={text} label={t('unsent.copy', { label })} />
      </div>
      <div
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-48 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1 font-mono text-small whitespace-pre-wrap select-text focus-visible:-outline-offset-2"
      >
        <RevealText text={text} />
      </div>
    </div>
  )
}
