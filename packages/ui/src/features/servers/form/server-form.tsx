import { Globe, SquareTerminal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Disclosure, RadioGroup, Tabs, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAfterPress } from '../../../lib/keys/use-after-press.ts'
import { SecretStorageNote } from '../../../lib/servers/secret-storage-note.tsx'
import { CommandFields, UrlFields, type TransportFieldsProps } from './command-fields.tsx'
import { OAuthClientFields } from './oauth-client-fields.tsx'
import { hasTypedSecret } from './oauth-client-form.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { useIssueWords } from './issue-words.ts'
import type { FormIssues } from './server-form-issues.ts'
import { suggestName, type ServerFormState } from './server-form-state.ts'

export interface ServerFormProps {
  /** For the submit button, which stands outside in the foot. */
  formId: string
  onSubmit: () => void
  form: ServerFormState
  onChange: (form: ServerFormState) => void
  issues: FormIssues
  /** The person tried to continue, so every issue is shown, not only those of fields they left. */
  attempted: boolean
  /** Stands between the name and what is folded away. */
  children?: ReactNode
}

/** Everything that makes a server; nothing runs from here. */
export function ServerForm(props: ServerFormProps) {
  const { formId, onSubmit, form, onChange, issues, attempted, children } = props
  const t = useT('servers')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const afterPress = useAfterPress()
  const issueOf = useIssueWords(issues, (field) => attempted || left.has(field))
  const change = (part: Partial<ServerFormState>): void => {
    const next = { ...form, ...part }
    onChange(next.named ? next : { ...next, name: suggestName(next) })
  }
  const fields: TransportFieldsProps = {
    form,
    onChange: change,
    onLeave: (field) => afterPress(() => setLeft((before) => new Set(before).add(field))),
    issueOf,
  }
  const secret =
    form.connection.proxyPassword !== '' ||
    (form.kind === 'http' && hasTypedSecret(form.client)) ||
    [...form.env, ...form.headers].some((row) => row.secret)
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Tabs
        label={t('form.kind')}
        variant="segment"
        value={form.kind}
        onValueChange={(kind) => change({ kind })}
        panelClassName="pt-4"
        items={[
          {
            value: 'stdio',
            label: t('form.byCommand'),
            icon: SquareTerminal,
            content: <CommandFields {...fields} />,
          },
          {
            value: 'http',
            label: t('form.byUrl'),
            icon: Globe,
            content: <UrlFields {...fields} />,
          },
        ]}
      />
      {secret && <SecretStorageNote />}
      <TextField
        label={t('form.serverName')}
        required
        value={form.name}
        description={t(
          form.named || form.kind !== 'http' ? 'form.serverNameNote' : 'form.serverTitleNote',
        )}
        error={issueOf('name')}
        onBlur={() => fields.onLeave('name')}
        onValueChange={(name) => onChange({ ...form, name, named: name !== '' })}
      />
      {children}
      <MoreFields {...fields} />
    </form>
  )
}

/** Fields that are folded away; a problem in one opens them, and they stay open after it is solved. */
const hidden = [
  'timeout',
  'proxyUrl',
  'caFile',
  'clientIssuer',
  'clientId',
  'clientSecret',
  'clientScopes',
  'clientStatement',
  'providerIssuer',
  'providerId',
  'redirectPort',
]

function MoreFields(props: TransportFieldsProps) {
  const { form, onChange, onLeave, issueOf } = props
  const t = useT('servers')
  const [opened, setOpened] = useState(false)
  if (!opened && hidden.some((field) => issueOf(field) !== undefined)) setOpened(true)
  return (
    <Disclosure summary={t('form.more')} defaultOpen={opened}>
      <div className="flex flex-col gap-4">
        {form.id === null && (
          <>
            <RadioGroup
              label={t('form.start')}
              value={form.start}
              onValueChange={(start) => onChange({ start })}
              options={[
                { value: 'launch', label: t('form.startLaunch') },
                {
                  value: 'demand',
                  label: t('form.startDemand'),
                  description: t('form.startDemandNote'),
                },
              ]}
            />
            <TextField
              className="max-w-56"
              label={t('form.timeout')}
              inputMode="numeric"
              value={form.timeoutSeconds}
              error={issueOf('timeout')}
              onBlur={() => onLeave('timeout')}
              onValueChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
            />
          </>
        )}
        <div data-setting="network">
          <ConnectionFields {...props} />
        </div>
        {form.kind === 'http' && (
          <div data-setting="client">
            <OAuthClientFields {...props} />
          </div>
        )}
      </div>
    </Disclosure>
  )
}
