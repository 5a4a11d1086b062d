import { PROVIDER_HEADER_LIMITS, type HeaderIssue } from '@gatehouse/domain/models'
import { Plus, X } from 'lucide-react'
import { Button, Checkbox, IconButton, TextField } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { emptyHeader, type HeaderRow } from './provider-form-state.ts'

export interface HeaderRowsProps {
  rows: readonly HeaderRow[]
  /** By the keys of the rows. */
  issues: ReadonlyMap<string, HeaderIssue>
  onChange: (rows: HeaderRow[]) => void
}

/** Headers that go with every request: name, value, and whether the value is kept in the keychain. */
export function HeaderRows({ rows, issues, onChange }: HeaderRowsProps) {
  const t = useT('providers')
  const { number } = useFormats()
  const change = (row: HeaderRow, part: Partial<HeaderRow>): void =>
    onChange(rows.map((other) => (other === row ? { ...other, ...part } : other)))
  const issueOf = ({ key }: HeaderRow): string | undefined => {
    const issue = issues.get(key)
    return issue && t(`headers.issues.${issue}`, { most: number(PROVIDER_HEADER_LIMITS.value) })
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-note font-medium text-fg-2">{t('headers.title')}</legend>
      {rows.length > 0 && <p className="text-small text-fg-3">{t('headers.note')}</p>}
      {rows.map((row, index) => (
        <div key={row.key} className="flex flex-wrap items-start gap-x-2 gap-y-1">
          <TextField
            className="min-w-32 flex-[2]"
            label={t('headers.nameOf', { number: index + 1 })}
            labelHidden
            mono
            placeholder={t('headers.name')}
            value={row.name}
            error={issueOf(row)}
            onValueChange={(name) => change(row, { name, stored: false })}
          />
          <TextField
            className="min-w-32 flex-[3]"
            label={t('headers.valueOf', { number: index + 1 })}
            labelHidden
            mono
            type={row.secret ? 'password' : 'text'}
            placeholder={row.secret && row.stored ? t('headers.stored') : t('headers.value')}
            value={row.value}
            onValueChange={(value) => change(row, { value })}
          />
          <Checkbox
            className="pt-1"
            label={t('headers.secret')}
            checked={row.secret}
            onCheckedChange={(secret) => change(row, { secret })}
          />
          <IconButton
            icon={X}
            label={t('headers.remove', { name: row.name || String(index + 1) })}
            onClick={() => onChange(rows.filter((other) => other !== row))}
          />
        </div>
      ))}
      {rows.length < PROVIDER_HEADER_LIMITS.count && (
        <Button
          className="self-start"
          variant="ghost"
          size="small"
          icon={Plus}
          onClick={() => onChange([...rows, emptyHeader()])}
        >
          {t('headers.add')}
        </Button>
      )}
    </fieldset>
  )
}
