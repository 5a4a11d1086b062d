import { redirectUriOf, signInRedirectSchema, type SignInRedirect } from '@gatehouse/domain'
import { CopyButton, Select, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAppInfo } from '../../../lib/queries/index.ts'
import { redirectOf, type OAuthClientForm, type RedirectHost } from './oauth-client-form.ts'
import type { TransportFieldsProps } from './command-fields.tsx'

interface RedirectFieldsProps extends Pick<TransportFieldsProps, 'form' | 'onLeave' | 'issueOf'> {
  change: (part: Partial<OAuthClientForm>) => void
}

/** Where the browser comes back after a sign-in, and the address to register for that. */
export function RedirectFields({ form, onLeave, issueOf, change }: RedirectFieldsProps) {
  const t = useT('servers')
  const { redirect, redirectPort } = form.client
  const opensByLink = useAppInfo().data?.opensByLink === true
  const hosts: RedirectHost[] = ['127.0.0.1', 'localhost']
  // What is set stays in view, also in a copy of the app that no link opens.
  if (opensByLink || redirect === 'app-link') hosts.push('app-link')
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <Select
          className="min-w-56 flex-1"
          label={t('client.redirect.title')}
          description={t('client.redirect.note')}
          warning={redirect === 'app-link' ? t('client.redirect.linkNote') : undefined}
          value={redirect}
          onValueChange={(host) => change({ redirect: host })}
          options={hosts.map((host) => ({ value: host, label: t(`client.redirect.host.${host}`) }))}
        />
        {redirect !== 'app-link' && (
          <TextField
            className="w-40"
            label={t('client.redirect.port')}
            hint={t('form.optional')}
            mono
            inputMode="numeric"
            placeholder={t('client.redirect.anyPort')}
            value={redirectPort}
            error={issueOf('redirectPort')}
            onBlur={() => onLeave('redirectPort')}
            onValueChange={(port) => change({ redirectPort: port })}
          />
        )}
      </div>
      <RedirectUri redirect={redirectOf(form.client)} />
    </div>
  )
}

/** The whole redirect URI, to be copied where a client is registered by hand. */
export function RedirectUri({ redirect }: { redirect: SignInRedirect }) {
  const t = useT('servers')
  if (!signInRedirectSchema.safeParse(redirect).success) return null
  const uri = redirectUriOf(redirect)
  const isWhole = redirect.kind === 'app-link' || redirect.port !== undefined
  return (
    <div data-testid="redirect-uri" className="min-w-0">
      <p className="text-note font-medium text-fg-2">{t('client.redirect.uri')}</p>
      <p className="flex min-w-0 items-center gap-1 font-mono text-small">
        <span className="min-w-0 wrap-anywhere select-text">{uri}</span>
        <CopyButton text={uri} label={t('client.redirect.copy')} />
      </p>
      <p className="text-small text-fg-3">
        {t(isWhole ? 'client.redirect.fixedNote' : 'client.redirect.anyNote')}
      </p>
    </div>
  )
}
