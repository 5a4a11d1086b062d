import type { JsonValue } from '@gatehouse/domain'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** A field's name and the default that is sent for it: 'city: “Bern”'. */
export function useDefaultWords(): (name: string, value: JsonValue) => string {
  const t = useT('asks')
  const { names } = useFormats()
  return (name, value) => {
    if (typeof value === 'string') return t('form.default.text', { name, value })
    if (typeof value === 'boolean')
      return t(value ? 'form.default.yes' : 'form.default.no', { name })
    const plain =
      Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? names(value.map((one) => `“${one}”`))
        : JSON.stringify(value)
    return t('form.default.plain', { name, value: plain })
  }
}
