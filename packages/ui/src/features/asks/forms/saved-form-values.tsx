import type { ElicitationAsk, JsonObject } from '@gatehouse/domain'
import { History } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  CardSection,
  Checkbox,
  initialArguments,
  type SchemaForm,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { useMatchingFormValues, useForgetFormValues } from '../../../lib/queries/form-values.ts'

interface SavedFormValuesProps {
  ask: ElicitationAsk
  schema: JsonObject
  form: SchemaForm
  disabled: boolean
}

/** Saved values of earlier forms of this server, which the person fills in or forgets. */
export function SavedFormValues({ ask, schema, form, disabled }: SavedFormValuesProps) {
  const t = useT('asks')
  const { brief } = useFormats()
  const now = useNow(60_000)
  const saved = useMatchingFormValues(ask.id).data
  const forget = useForgetFormValues()
  const [filled, setFilled] = useState<number | null>(null)
  if (!saved && filled === null) return null
  // What was typed and cannot be read is no part of the value: filling in would write over it.
  const isUnreadable = form.tab === 'raw' && form.raw.mistake !== null
  const fill = () => {
    const before = initialArguments(form.root ?? schema)
    const open = Object.entries(saved?.values ?? {}).filter(([name]) =>
      isOpen(name, form.value, before),
    )
    form.reset({ ...form.value, ...Object.fromEntries(open) })
    setFilled(open.length)
  }
  return (
    <CardSection padded={false} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      {saved && (
        <>
          <span className="text-small text-fg-2">
            {t('form.savedAt', { time: brief(saved.savedAt, now) })}
          </span>
          <Button size="small" icon={History} disabled={disabled || isUnreadable} onClick={fill}>
            {t('form.fill')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            disabled={disabled}
            loading={forget.isPending}
            onClick={() => forget.mutate({ serverId: ask.serverId })}
          >
            {t('form.forget')}
          </Button>
        </>
      )}
      <span role="status" className="text-small text-fg-2">
        {filled !== null && t('form.filled', { count: filled })}
      </span>
    </CardSection>
  )
}

/** Not written by the person: empty, or as the form began. */
function isOpen(name: string, value: JsonObject, before: JsonObject): boolean {
  const now = ownMember(value, name)
  if (now === undefined || now === '') return true
  return JSON.stringify(ownMember(before, name)) === JSON.stringify(now)
}

function ownMember(object: JsonObject, name: string): JsonObject[string] | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Nothing is kept unless this is ticked, for each form again. */
export function KeepFormValues({
  serverName,
  checked,
  disabled,
  onChange,
}: {
  serverName: string
  checked: boolean
  disabled: boolean
  onChange: (keep: boolean) => void
}) {
  const t = useT('asks')
  return (
    <CardSection padded={false} className="px-3 py-2">
      <Checkbox
        label={t('form.keep', { server: serverName })}
        description={t('form.keepNote')}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </CardSection>
  )
}
