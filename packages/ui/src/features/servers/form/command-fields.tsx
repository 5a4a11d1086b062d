import { isSecretName } from '@gatehouse/domain'
import { FolderOpen, Scissors } from 'lucide-react'
import { useState, type ClipboardEvent } from 'react'
import { Button, isComposing, LiveRegion, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { ArgumentsField } from './arguments-field.tsx'
import type { IssueWords } from './issue-words.ts'
import { emptyRow, newKey, type ServerFormState } from './server-form-state.ts'
import { splitCommand, type CommandLine } from './split-command.ts'
import { ValuesField } from './values-field.tsx'

export interface TransportFieldsProps {
  form: ServerFormState
  onChange: (change: Partial<ServerFormState>) => void
  onLeave: (field: string) => void
  issueOf: IssueWords
}

/** Spreads a command line over the fields: its arguments and variables come before the existing ones. */
function spread(form: ServerFormState, line: CommandLine): Partial<ServerFormState> {
  return {
    command: line.command,
    args: [...line.args.map((value) => ({ key: newKey(), value })), ...form.args],
    env: [
      ...line.env.map((one) => ({ ...emptyRow(), ...one, secret: isSecretName(one.name) })),
      ...form.env,
    ],
  }
}

/** The fields of a server that is started by command. */
export function CommandFields({ form, onChange, onLeave, issueOf }: TransportFieldsProps) {
  const t = useT('servers')
  const [splitNote, setSplitNote] = useState('')
  const folder = useAction('app.pick-folder', {
    onSuccess: (cwd) => {
      if (cwd !== null) onChange({ cwd })
    },
  })
  const take = (line: CommandLine): void => {
    onChange(spread(form, line))
    setSplitNote(t('form.didSplit', { count: line.args.length }))
  }
  const onPaste = (event: ClipboardEvent): void => {
    const line = splitCommand(event.clipboardData.getData('text/plain'))
    if (!line || form.command !== '') return
    event.preventDefault()
    take(line)
  }
  const splittable = /\s/.test(form.command.trim()) ? splitCommand(form.command) : null
  return (
    <div className="flex flex-col gap-4">
      <div data-setting="command" className="flex flex-col gap-1.5">
        <TextField
          label={t('form.command')}
          required
          mono
          value={form.command}
          placeholder="npx"
          description={splitNote || t('form.commandNote')}
          error={issueOf('command')}
          warning={splittable ? t('form.commandHasSpace') : undefined}
          onPaste={onPaste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !splittable || event.ctrlKey || event.metaKey) return
            if (isComposing(event)) return
            event.preventDefault()
            take(splittable)
          }}
          onBlur={() => onLeave('command')}
          onValueChange={(command) => onChange({ command })}
        />
        {splittable && (
          <Button
            className="self-start"
            size="small"
            icon={Scissors}
            onClick={() => take(splittable)}
          >
            {t('form.split')}
          </Button>
        )}
        <LiveRegion>{splitNote}</LiveRegion>
      </div>
      <ArgumentsField rows={form.args} onChange={(args) => onChange({ args })} issueOf={issueOf} />
      <ValuesField
        kind="env"
        rows={form.env}
        onChange={(env) => onChange({ env })}
        onLeave={onLeave}
        issueOf={issueOf}
      />
      <div data-setting="cwd">
        <TextField
          label={t('form.cwd')}
          hint={t('form.optional')}
          mono
          value={form.cwd}
          error={issueOf('cwd')}
          onBlur={() => onLeave('cwd')}
          onValueChange={(cwd) => onChange({ cwd })}
          beside={
            <Button icon={FolderOpen} loading={folder.isPending} onClick={() => folder.mutate({})}>
              {t('form.browse')}
            </Button>
          }
        />
      </div>
    </div>
  )
}

/** The fields of a server that is reached by URL. */
export function UrlFields({ form, onChange, onLeave, issueOf }: TransportFieldsProps) {
  const t = useT('servers')
  return (
    <div className="flex flex-col gap-4">
      <div data-setting="url">
        <TextField
          label={t('form.url')}
          required
          mono
          inputMode="url"
          value={form.url}
          placeholder="https://example.org/mcp"
          description={t('form.urlNote')}
          error={issueOf('url')}
          onBlur={() => onLeave('url')}
          onValueChange={(url) => onChange({ url })}
        />
      </div>
      <ValuesField
        kind="headers"
        rows={form.headers}
        onChange={(headers) => onChange({ headers })}
        onLeave={onLeave}
        issueOf={issueOf}
      />
    </div>
  )
}
