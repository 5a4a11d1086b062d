import { Button, RevealText } from '../../../kit/index.ts'
import { useFocusAfterRemoval } from '../../../lib/keys/focus-after-removal.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useSettings } from '../../../lib/queries/index.ts'

/** Hosts whose links open without a question. */
export function LinkHosts() {
  const t = useT('permissions')
  const { moment } = useFormats()
  const hosts = useSettings().data?.linkHosts ?? []
  const forget = useAction('app.forget-link-host')
  const focus = useFocusAfterRemoval<HTMLElement>()
  if (hosts.length === 0) return null
  return (
    <section {...focus} aria-label={t('links.title')} data-testid="link-hosts">
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('links.title')}</h2>
      <p className="text-small text-fg-3">{t('links.note')}</p>
      <ul className="flex flex-col">
        {hosts.map(({ origin, at }) => (
          <li
            key={origin}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0 flex-1">
              <RevealText text={origin} className="font-mono text-small wrap-anywhere" />
              <span className="block text-small text-fg-3">
                {t('links.since', { at: moment(at) })}
              </span>
            </span>
            <Button
              size="small"
              loading={forget.isPending && forget.variables.origin === origin}
              aria-label={t('links.forgetOne', { host: origin })}
              onClick={() => forget.mutate({ origin })}
            >
              {t('links.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
