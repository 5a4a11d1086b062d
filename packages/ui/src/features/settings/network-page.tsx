import type { Settings } from '@gatehouse/domain'
import type { AuthorityFile, NetworkSettings, NetworkDraft } from '@gatehouse/domain/network'
import { FileKey } from 'lucide-react'
import { useState } from 'react'
import { Button, RadioGroup, RevealText, TextField, useToasts } from '../../kit/index.ts'
import { CertificateList } from '../../lib/servers/certificate-list.tsx'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useSettings } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { SecretStorageNote } from '../../lib/servers/secret-storage-note.tsx'
import { worded } from '../../lib/words/worded.ts'
import { NetworkTestForm } from './network-test-form.tsx'
import { proxyReceiverOf } from '@gatehouse/domain/launch'

/** The proxy and the certificate authorities of models, and of servers without settings of their own. */
export function NetworkPage() {
  return (
    <QueryStates query={useSettings()}>
      {(settings) => <Network key={keyOf(settings)} saved={settings.network} />}
    </QueryStates>
  )
}

/** The typed values are for the setting that they began with. */
const keyOf = ({ network }: Settings): string => JSON.stringify(network)

/** `keep`: those that are saved. */
type Authorities = 'keep' | AuthorityFile | null

function Network({ saved }: { saved: NetworkSettings }) {
  const t = useT('network')
  const toasts = useToasts()
  const [form, setForm] = useState(() => proxyForm(saved))
  const [authorities, setAuthorities] = useState<Authorities>('keep')
  const [attempted, setAttempted] = useState(false)
  const save = useAction('network.save', {
    onSuccess: ({ outcome }) =>
      toasts.show(
        outcome === 'changed'
          ? { tone: 'success', title: worded('network', (to) => to('saved')) }
          : { tone: 'info', title: worded('network', (to) => to('cancelled')) },
      ),
  })
  const issue = proxyIssue(form, saved)
  const isChanged =
    authorities !== 'keep' || JSON.stringify(form) !== JSON.stringify(proxyForm(saved))
  const submit = (): void => {
    setAttempted(true)
    if (issue !== undefined) return
    save.mutate({
      proxy: proxyDraft(form, saved),
      authorities:
        authorities === 'keep' || authorities === null
          ? authorities
          : { path: authorities.path, sha256: authorities.sha256 },
    })
  }
  return (
    <>
      <p className="text-note text-fg-2">{t('note')}</p>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ProxyFields
          form={form}
          onChange={setForm}
          issue={attempted ? issue : undefined}
          isStored={keepsPassword(form, saved)}
        />
        <AuthorityFields saved={saved} chosen={authorities} onChange={setAuthorities} />
        <div className="flex gap-2">
          <Button variant="primary" type="submit" disabled={!isChanged} loading={save.isPending}>
            {t('save')}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                setForm(proxyForm(saved))
                setAuthorities('keep')
                setAttempted(false)
              }}
            >
              {t('discard')}
            </Button>
          )}
        </div>
      </form>
      <NetworkTestForm isUnsaved={isChanged} />
    </>
  )
}

interface ProxyFieldsProps {
  form: ProxyForm
  onChange: (form: ProxyForm) => void
  issue: ReturnType<typeof proxyIssue>
  /** A password is in the keychain for the proxy and user in the form. */
  isStored: boolean
}

function ProxyFields({ form, onChange, issue, isStored }: ProxyFieldsProps) {
  const t = useT('network')
  const change = (part: Partial<ProxyForm>): void => onChange({ ...form, ...part })
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label={t('proxy')}
        value={form.kind}
        onValueChange={(kind) => change({ kind })}
        options={[
          { value: 'system', label: t('system'), description: t('systemNote') },
          { value: 'none', label: t('none') },
          { value: 'own', label: t('own') },
        ]}
      />
      {form.kind === 'own' && (
        <div className="flex flex-col gap-2 pl-6">
          <TextField
            label={t('url')}
            required
            mono
            inputMode="url"
            placeholder="http://proxy.example.org:3128"
            value={form.url}
            error={issue === 'url' ? t('issues.url') : undefined}
            onValueChange={(url) => change({ url })}
          />
          <div className="flex flex-wrap gap-2">
            <TextField
              className="min-w-40 flex-1"
              label={t('user')}
              hint={t('optional')}
              value={form.user}
              onValueChange={(user) => change({ user })}
            />
            <TextField
              className="min-w-40 flex-1"
              label={t('password')}
              hint={t('optional')}
              type="password"
              disabled={form.user.trim() === ''}
              placeholder={isStored ? t('stored') : undefined}
              value={form.password}
              error={issue === 'retype' ? t('issues.retype') : undefined}
              onValueChange={(password) => change({ password })}
            />
          </div>
          <SecretStorageNote />
        </div>
      )}
    </div>
  )
}

interface AuthorityFieldsProps {
  saved: NetworkSettings
  chosen: Authorities
  onChange: (authorities: Authorities) => void
}

function AuthorityFields({ saved, chosen, onChange }: AuthorityFieldsProps) {
  const t = useT('network')
  const choose = useAction('network.choose-authorities', {
    onSuccess: (file) => {
      if (file !== null) onChange(file)
    },
  })
  const shown = chosen === 'keep' ? saved.authorities : chosen
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-note font-medium text-fg-2">{t('authorities')}</legend>
      <p className="text-small text-fg-3">{t('authoritiesNote')}</p>
      {shown && (
        <>
          <RevealText text={shown.name} className="font-mono text-small" />
          <CertificateList certificates={shown.certificates} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={FileKey} loading={choose.isPending} onClick={() => choose.mutate({})}>
          {t('choose')}
        </Button>
        {shown && (
          <Button onClick={() => onChange(saved.authorities === null ? 'keep' : null)}>
            {t('removeFile', { name: shown.name })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** The values of the proxy's fields. */
interface ProxyForm {
  kind: 'system' | 'none' | 'own'
  url: string
  user: string
  password: string
}

type ProxyIssue = 'url' | 'retype'

function proxyForm({ proxy }: NetworkSettings): ProxyForm {
  if (typeof proxy === 'string') return { kind: proxy, url: '', user: '', password: '' }
  return { kind: 'own', url: proxy.url, user: proxy.user ?? '', password: '' }
}

/** An address of HTTP without a user name. */
const isProxyUrl = (text: string): boolean => {
  try {
    const { protocol, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && username === '' && password === ''
  } catch {
    return false
  }
}

/** True while the stored password is of the proxy and user in the form. */
function keepsPassword(form: ProxyForm, { proxy }: NetworkSettings): boolean {
  if (form.kind !== 'own' || typeof proxy === 'string' || !proxy.password) return false
  const next = { url: form.url.trim(), user: form.user.trim() }
  return isProxyUrl(next.url) && proxyReceiverOf(next) === proxyReceiverOf(proxy)
}

function proxyIssue(form: ProxyForm, saved: NetworkSettings): ProxyIssue | undefined {
  if (form.kind !== 'own') return undefined
  if (!isProxyUrl(form.url.trim())) return 'url'
  const had = typeof saved.proxy === 'object' && saved.proxy.password !== undefined
  const wants = form.user.trim() !== '' && form.password === ''
  return had && wants && !keepsPassword(form, saved) ? 'retype' : undefined
}

function proxyDraft(form: ProxyForm, saved: NetworkSettings): NetworkDraft['proxy'] {
  if (form.kind !== 'own') return form.kind
  const user = form.user.trim()
  const url = form.url.trim()
  if (user === '') return { url }
  if (form.password !== '') return { url, user, password: form.password }
  return keepsPassword(form, saved) ? { url, user, password: null } : { url, user }
}
