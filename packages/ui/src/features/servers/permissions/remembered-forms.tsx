import { Button, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useForgetFormValues, useSavedFormValues } from '../../../lib/queries/form-values.ts'

/** Names that are listed; there can be a hundred. */
const NAMED = 12

/** Saved values of a server's forms, by field names, and the way to forget them. */
export function RememberedForms({
  serverId,
  serverName,
}: {
  serverId: string
  serverName: string
}) {
  const t = useT('permissions')
  const { moment, list, names } = useFormats()
  const saved = useSavedFormValues().data?.find((one) => one.serverId === serverId)
  const forget = useForgetFormValues()
  if (!saved) return null
  const { fields, savedAt } = saved
  const named = fields.slice(0, NAMED).map((name) => oneLine(name, 60))
  const more = fields.length - named.length
  const time = moment(savedAt)
  const words =
    more > 0
      ? t('forms.fieldsMore', { time, fields: names(named), count: more })
      : t('forms.fields', { time, fields: list(named) })
  return (
    <section data-testid="remembered-forms">
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('forms.title')}</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <span className="min-w-0 flex-1 text-body break-words">
          <RevealText text={words} />
        </span>
        <Button
          size="small"
          variant="danger-quiet"
          loading={forget.isPending}
          aria-label={t('forms.forgetOne', { server: oneLine(serverName, 60) })}
          onClick={() => forget.mutate({ serverId })}
        >
          {t('forms.forget')}
        </Button>
      </div>
    </section>
  )
}
