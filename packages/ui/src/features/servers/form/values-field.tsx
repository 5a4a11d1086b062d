import { isSecretName } from '@gatehouse/domain'
import { variableEffect } from '@gatehouse/domain/launch'
import { Plus, X } from 'lucide-react'
import { Button, Checkbox, IconButton, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { IssueWords } from './issue-words.ts'
import { emptyRow, type ValueRow } from './server-form-state.ts'

export interface ValuesFieldProps {
  kind: 'env' | 'headers'
  rows: ValueRow[]
  onChange: (rows: ValueRow[]) => void
  onLeave: (field: string) => void
  issueOf: IssueWords
}

function renamed(row: ValueRow, name: string): ValueRow {
  if (variableEffect(name) !== null && !row.stored) return { ...row, name, secret: false }
  const untouched = !row.stored && row.secret === isSecretName(row.name)
  return { ...row, name, secret: untouched ? isSecretName(name) : row.secret }
}

/** Environment variables or headers: name, value, and whether the value goes to the keychain. */
export function ValuesField({ kind, rows, onChange, onLeave, issueOf }: ValuesFieldProps) {
  const t = useT('servers')
  const change = (row: ValueRow, next: ValueRow): void =>
    onChange(rows.map((other) => (other === row ? next : other)))
  return (
    <fieldset data-setting={kind} className="flex flex-col gap-2">
      <legend className="mb-1 text-note font-medium text-fg-2">{t(`form.${kind}`)}</legend>
      {rows.map((row, index) => (
        <div
          key={row.key}
          data-name={row.name}
          className="flex flex-wrap items-start gap-x-2 gap-y-1"
        >
          <TextField
            className="min-w-32 flex-[2]"
            label={t(`form.${kind}Name`, { number: index + 1 })}
            labelHidden
            mono
            placeholder={t('form.name')}
            value={row.name}
            error={issueOf(row.key)}
            onBlur={() => onLeave(row.key)}
            onValueChange={(name) => change(row, renamed(row, name))}
          />
          <TextField
            className="min-w-32 flex-[3]"
            label={t(`form.${kind}Value`, { number: index + 1 })}
            labelHidden
            mono
            type={row.secret ? 'password' : 'text'}
            placeholder={row.secret && row.stored ? t('form.storedSecret') : t('form.value')}
            value={row.value}
            onValueChange={(value) => change(row, { ...row, value })}
          />
          <Checkbox
            className="h-control items-center"
            label={t('form.secret')}
            checked={row.secret}
            disabled={kind === 'env' && !row.secret && variableEffect(row.name) !== null}
            onCheckedChange={(secret) => change(row, { ...row, secret })}
          />
          <IconButton
            icon={X}
            label={t(`form.${kind}Remove`, { name: row.name || String(index + 1) })}
            onClick={() => onChange(rows.filter((other) => other !== row))}
          />
        </div>
      ))}
      <Button
        className="self-start"
        variant="ghost"
        size="small"
        icon={Plus}
        onClick={() => onChange([...rows, emptyRow()])}
      >
        {t(`form.${kind}Add`)}
      </Button>
    </fieldset>
  )
}
