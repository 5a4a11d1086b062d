import { FileKey } from 'lucide-react'
import { Button, RadioGroup, Select, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import type { TransportFieldsProps } from './command-fields.tsx'
import { revisionsFor, type ConnectionForm } from './connection-form.ts'

/** Protocol, transport, proxy and certificate authorities of one server. */
export function ConnectionFields(props: TransportFieldsProps) {
  const { form, onChange } = props
  const t = useT('servers')
  return (
    <>
      <Select
        className="max-w-80"
        label={t('connection.protocol')}
        description={t('connection.protocolNote')}
        value={form.connection.protocol}
        onValueChange={(protocol) => onChange({ connection: { ...form.connection, protocol } })}
        options={[
          { value: 'auto', label: t('connection.protocolAuto') },
          { value: 'legacy', label: t('connection.protocolLegacy') },
          ...revisionsFor(form.connection.protocol).map((revision) => ({
            value: revision,
            label: t('connection.protocolPin', { revision }),
          })),
        ]}
      />
      {form.kind === 'http' && (
        <Select
          className="max-w-80"
          label={t('connection.httpTransport')}
          value={form.connection.httpTransport}
          onValueChange={(httpTransport) =>
            onChange({ connection: { ...form.connection, httpTransport } })
          }
          options={[
            { value: 'auto', label: t('connection.httpTransportAuto') },
            { value: 'streamable-http', label: t('connection.httpTransportStreamable') },
            { value: 'http-sse', label: t('connection.httpTransportSse') },
          ]}
        />
      )}
      <ProxyFields {...props} />
      <CaFileField {...props} />
    </>
  )
}

function ProxyFields({ form, onChange, onLeave, issueOf }: TransportFieldsProps) {
  const t = useT('servers')
  const { connection } = form
  const change = (part: Partial<ConnectionForm>): void =>
    onChange({ connection: { ...connection, ...part } })
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label={t('connection.proxy')}
        value={connection.proxy}
        onValueChange={(proxy) => change({ proxy })}
        options={[
          {
            value: 'system',
            label: t('connection.proxySystem'),
            description: t(
              form.kind === 'http' ? 'connection.proxySystemNote' : 'connection.proxyProgramNote',
            ),
          },
          { value: 'none', label: t('connection.proxyNone') },
          { value: 'own', label: t('connection.proxyOwn') },
        ]}
      />
      {connection.proxy === 'own' && (
        <div className="flex flex-col gap-2 pl-6">
          <TextField
            label={t('connection.proxyUrl')}
            required
            mono
            inputMode="url"
            value={connection.proxyUrl}
            placeholder="http://proxy.example.org:3128"
            error={issueOf('proxyUrl')}
            onBlur={() => onLeave('proxyUrl')}
            onValueChange={(proxyUrl) => change({ proxyUrl })}
          />
          <div className="flex flex-wrap gap-2">
            <TextField
              className="min-w-40 flex-1"
              label={t('connection.proxyUser')}
              hint={t('form.optional')}
              value={connection.proxyUser}
              onValueChange={(proxyUser) => change({ proxyUser })}
            />
            <TextField
              className="min-w-40 flex-1"
              label={t('connection.proxyPassword')}
              hint={t('form.optional')}
              type="password"
              disabled={connection.proxyUser.trim() === ''}
              placeholder={connection.proxyPasswordStored ? t('form.storedSecret') : undefined}
              value={connection.proxyPassword}
              error={issueOf('proxyPassword')}
              onValueChange={(proxyPassword) => change({ proxyPassword })}
            />
          </div>
        </div>
      )}
    </div>
  )
}

function CaFileField({ form, onChange, onLeave, issueOf }: TransportFieldsProps) {
  const t = useT('servers')
  const change = (caFile: string): void => onChange({ connection: { ...form.connection, caFile } })
  const file = useAction('app.pick-file', {
    onSuccess: (path) => {
      if (path !== null) change(path)
    },
  })
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={t('connection.caFile')}
        hint={t('form.optional')}
        mono
        value={form.connection.caFile}
        error={issueOf('caFile')}
        onBlur={() => onLeave('caFile')}
        onValueChange={change}
        beside={
          <Button icon={FileKey} loading={file.isPending} onClick={() => file.mutate({})}>
            {t('connection.caFileChoose')}
          </Button>
        }
      />
      <p className="text-small text-fg-3">
        {t(form.kind === 'http' ? 'connection.caFileNote' : 'connection.caFileProgramNote')}
      </p>
    </div>
  )
}
