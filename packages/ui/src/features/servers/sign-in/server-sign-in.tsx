import {
  DEFAULT_REDIRECT,
  redirectUriOf,
  type ServerView,
  type SignInRedirect,
  type SignInView,
} from '@gatehouse/domain'
import { KeyRound, LogIn } from 'lucide-react'
import {
  Badge,
  Button,
  Callout,
  CopyButton,
  EmptyState,
  KeyValues,
  PaneBody,
  RevealText,
  type KeyValue,
} from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useServerSignIn } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { SignInAgain } from '../../../lib/servers/sign-in-again.tsx'
import { SecretStorageNote } from '../../../lib/servers/secret-storage-note.tsx'
import { usesBrowser } from '../form/oauth-client-form.ts'
import { RedirectUri } from '../form/redirect-fields.tsx'
import { SignInLog } from './sign-in-log.tsx'

/** Who signs the person in to a server, what they gave, and how the last sign-in went. */
export function ServerSignIn({ view }: { view: ServerView }) {
  const t = useT('serverPage')
  const { id } = view.config
  const query = useServerSignIn(id)
  return (
    <PaneBody column label={t('signIn.title')} className="flex flex-col gap-5 py-5">
      <QueryStates query={query}>
        {(signIn) => (
          <>
            {signIn.needsSignIn && (
              <Callout
                tone="warning"
                title={t('signIn.failed')}
                actions={<SignInAgain serverId={id} />}
              >
                {t('signIn.failedNote')}
              </Callout>
            )}
            {signIn.account ? (
              <Account id={id} account={signIn.account} />
            ) : (
              <EmptyState
                icon={KeyRound}
                title={t(signIn.isDamaged ? 'signIn.damaged' : 'signIn.none')}
                description={t(signIn.isDamaged ? 'signIn.damagedNote' : 'signIn.noneNote')}
              />
            )}
            <ClientSettings view={view} registered={signIn.account?.redirectUri} />
            <SignInLog trace={signIn.trace} server={view.config.name} />
          </>
        )}
      </QueryStates>
    </PaneBody>
  )
}

/** Where it is chosen as which client the app signs in. */
function ClientSettings({
  view,
  registered,
}: {
  view: ServerView
  /** The redirect URI that is shown already. */
  registered: string | undefined
}) {
  const t = useT('serverPage')
  const servers = useT('servers')
  const setTab = useUi((ui) => ui.setServerTab)
  const { oauthClient, signInRedirect = DEFAULT_REDIRECT } = view.config
  const { grant = 'automatic', statementFile } = oauthClient ?? {}
  return (
    <section className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="flex min-w-64 flex-1 flex-col gap-3">
        <p className="flex min-h-control items-center text-note text-fg-2">
          {servers(`client.note.${grant}`)}
        </p>
        {usesBrowser({ grant, statementFile }) && !isOf(registered, signInRedirect) && (
          <RedirectUri redirect={signInRedirect} />
        )}
      </div>
      <Button onClick={() => setTab('settings')}>{t('signIn.clientSettings')}</Button>
    </section>
  )
}

/** True if the redirect URI of a registration is one that the settings ask for. */
function isOf(registered: string | undefined, redirect: SignInRedirect): boolean {
  const wanted = redirectUriOf(redirect)
  return registered === wanted || registered?.replace(/:\d+(?=\/callback$)/, '') === wanted
}

type Kept = NonNullable<SignInView['account']>

function Account({ id, account }: { id: string; account: Kept }) {
  const t = useT('serverPage')
  const { cache } = useBridge()
  const { moment } = useFormats()
  const refresh = { onSuccess: () => cache.refresh(queryKeys.serverSignIn(id)) }
  const signOut = useAction('server.sign-out', refresh)
  const forget = useAction('server.forget-sign-in', refresh)
  const restart = useAction('server.restart')
  const { token, client, redirectUri } = account
  const isSignedIn = token !== undefined
  const expiry =
    token?.expiresAt === undefined
      ? t('signIn.noExpiry')
      : t(token.isRenewable ? 'signIn.renewed' : 'signIn.expires', { at: moment(token.expiresAt) })
  const items: KeyValue[] = [
    {
      name: t('signIn.state'),
      value: isSignedIn
        ? t('signIn.since', { at: moment(token.obtainedAt) })
        : t('signIn.signedOut'),
    },
    { name: t('signIn.issuer'), value: <RevealText text={account.issuer} /> },
    ...(isSignedIn ? [{ name: t('signIn.expiry'), value: expiry }] : []),
    ...(isSignedIn ? [{ name: t('signIn.granted'), value: <Scopes scopes={token.scopes} /> }] : []),
    { name: t('signIn.asked'), value: <Scopes scopes={account.asked} /> },
    {
      name: t('signIn.client'),
      value: (
        <>
          <RevealText text={client.id} className="font-mono text-small" />{' '}
          <span className="text-fg-3">{t(`signIn.how.${client.how}`)}</span>
        </>
      ),
    },
    ...(redirectUri === undefined
      ? []
      : [
          {
            name: t('signIn.redirect'),
            value: (
              <span className="flex items-center gap-1 font-mono text-small">
                {redirectUri}
                <CopyButton text={redirectUri} label={t('signIn.copyRedirect')} />
              </span>
            ),
          },
        ]),
  ]
  return (
    <div data-testid="sign-in-account">
      <KeyValues items={items} />
      <div className="mt-2">
        <SecretStorageNote />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {isSignedIn ? (
          <Button loading={signOut.isPending} onClick={() => signOut.mutate({ id })}>
            {t('signIn.signOut')}
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              icon={LogIn}
              loading={restart.isPending}
              onClick={() => restart.mutate({ id })}
            >
              {t('signIn.signIn')}
            </Button>
            <Button
              variant="danger-quiet"
              loading={forget.isPending}
              onClick={() => forget.mutate({ id })}
            >
              {t('signIn.forget')}
            </Button>
          </>
        )}
      </div>
      <p className="mt-2 text-small text-fg-3">
        {t(isSignedIn ? 'signIn.signOutNote' : 'signIn.forgetNote')}
      </p>
    </div>
  )
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const t = useT('serverPage')
  if (scopes.length === 0) return t('signIn.noScopes')
  return (
    <span className="flex flex-wrap gap-1.5">
      {scopes.map((scope) => (
        <Badge key={scope} mono>
          <RevealText text={scope} wrap={false} />
        </Badge>
      ))}
    </span>
  )
}
