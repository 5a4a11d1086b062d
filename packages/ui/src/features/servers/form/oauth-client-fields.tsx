import { FileKey } from 'lucide-react'
import { Button, Select, TextArea, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { hasAssertion, usesBrowser, type OAuthClientForm } from './oauth-client-form.ts'
import type { TransportFieldsProps } from './command-fields.tsx'
import { RedirectFields } from './redirect-fields.tsx'

/** As which client the app signs in: one that it registers itself, or one that was registered by hand. */
export function OAuthClientFields(props: TransportFieldsProps) {
  const { form, onChange } = props
  const t = useT('servers')
  const { client } = form
  const change = (part: Partial<OAuthClientForm>): void =>
    onChange({ client: { ...client, ...part } })
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('client.title')}
        description={t(`client.note.${client.grant}`)}
        value={client.grant}
        onValueChange={(grant) =>
          change({
            grant,
            ...(grant === 'client-credentials' && client.credential === 'none'
              ? { credential: 'secret' as const }
              : {}),
          })
        }
        options={[
          { value: 'automatic', label: t('client.automatic') },
          { value: 'sign-in', label: t('client.grant.sign-in') },
          { value: 'client-credentials', label: t('client.grant.client-credentials') },
          { value: 'workload', label: t('client.grant.workload') },
          { value: 'enterprise', label: t('client.grant.enterprise') },
        ]}
      />
      {client.grant !== 'automatic' && <GivenFields {...props} change={change} />}
      {usesBrowser(client) && <RedirectFields {...props} change={change} />}
    </div>
  )
}

interface GivenProps extends TransportFieldsProps {
  change: (part: Partial<OAuthClientForm>) => void
}

function GivenFields(props: GivenProps) {
  const { form, onLeave, issueOf, change } = props
  const t = useT('servers')
  const { client } = form
  const kinds = (['none', 'secret', 'key'] as const).filter(
    (kind) => kind !== 'none' || client.grant !== 'client-credentials',
  )
  return (
    <div className="flex flex-col gap-3 pl-6">
      <TextField
        label={t('client.issuer')}
        required
        mono
        inputMode="url"
        value={client.issuer}
        placeholder="https://login.example.org"
        description={t('client.issuerNote')}
        error={issueOf('clientIssuer')}
        onBlur={() => onLeave('clientIssuer')}
        onValueChange={(issuer) => change({ issuer })}
      />
      <TextField
        label={t('client.id')}
        required
        mono
        value={client.id}
        error={issueOf('clientId')}
        onBlur={() => onLeave('clientId')}
        onValueChange={(id) => change({ id })}
      />
      <Select
        className="max-w-80"
        label={t('client.credential')}
        value={client.credential}
        onValueChange={(credential) => change({ credential })}
        options={kinds.map((kind) => ({ value: kind, label: t(`client.kind.${kind}`) }))}
      />
      <CredentialFields {...props} />
      {hasAssertion(client) && <StatementFields {...props} />}
      <TextField
        label={t('client.scopes')}
        hint={t('form.optional')}
        mono
        value={client.scopes}
        description={t('client.scopesNote')}
        error={issueOf('clientScopes')}
        onBlur={() => onLeave('clientScopes')}
        onValueChange={(scopes) => change({ scopes })}
      />
    </div>
  )
}

/** Identity of this computer or the person: a file that another program keeps up to date, and its issuer. */
function StatementFields({ form, onLeave, issueOf, change }: GivenProps) {
  const t = useT('servers')
  const { client } = form
  const file = useAction('app.pick-file', {
    onSuccess: (statementFile) => {
      if (statementFile !== null) change({ statementFile })
    },
  })
  return (
    <>
      <div className="flex flex-col gap-1">
        <TextField
          label={t('client.statementFile')}
          required={client.grant === 'workload'}
          hint={client.grant === 'workload' ? undefined : t('form.optional')}
          mono
          value={client.statementFile}
          error={issueOf('clientStatement')}
          onBlur={() => onLeave('clientStatement')}
          onValueChange={(statementFile) => change({ statementFile })}
          beside={
            <Button icon={FileKey} loading={file.isPending} onClick={() => file.mutate({})}>
              {t('connection.caFileChoose')}
            </Button>
          }
        />
        <p className="text-small text-fg-3">
          {t(client.grant === 'workload' ? 'client.statementNote' : 'client.idTokenNote')}
        </p>
      </div>
      {client.grant === 'enterprise' && (
        <>
          <TextField
            label={t('client.provider')}
            required
            mono
            inputMode="url"
            value={client.providerIssuer}
            placeholder="https://idp.example.com"
            error={issueOf('providerIssuer')}
            onBlur={() => onLeave('providerIssuer')}
            onValueChange={(providerIssuer) => change({ providerIssuer })}
          />
          <TextField
            label={t('client.providerId')}
            required
            mono
            value={client.providerId}
            error={issueOf('providerId')}
            onBlur={() => onLeave('providerId')}
            onValueChange={(providerId) => change({ providerId })}
          />
        </>
      )}
    </>
  )
}

function CredentialFields({ form, onLeave, issueOf, change }: GivenProps) {
  const t = useT('servers')
  const { client } = form
  const placeholder = client.stored === client.credential ? t('form.storedSecret') : undefined
  const shared = {
    required: true,
    placeholder,
    error: issueOf('clientSecret'),
    onBlur: () => onLeave('clientSecret'),
  }
  if (client.credential === 'none') return null
  if (client.credential === 'secret')
    return (
      <TextField
        {...shared}
        label={t('client.secret')}
        type="password"
        value={client.secret}
        onValueChange={(secret) => change({ secret })}
      />
    )
  return (
    <>
      <TextArea
        {...shared}
        label={t('client.key')}
        mono
        spellCheck={false}
        autoComplete="off"
        minRows={3}
        maxRows={8}
        value={client.key}
        description={t('client.keyNote')}
        onValueChange={(key) => change({ key })}
      />
      <TextField
        className="max-w-80"
        label={t('client.keyId')}
        hint={t('form.optional')}
        mono
        value={client.keyId}
        onValueChange={(keyId) => change({ keyId })}
      />
    </>
  )
}
