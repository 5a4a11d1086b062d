import type { SignInAsk } from '@gatehouse/domain'
import { Copy, ExternalLink } from 'lucide-react'
import { Button, Callout, CardFooter, CardSection, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ScopeList } from '../../../lib/servers/scope-list.tsx'
import { SecretStorageNote } from '../../../lib/servers/secret-storage-note.tsx'
import { AddressWarnings, AddressView, useAddress } from './address-view.tsx'
import { AskShell } from '../ask-shell.tsx'
import { addressOwner, describeAddress } from './describe-address.ts'
import { PreviousFailure } from '../sampling/previous-failure.tsx'
import { useAnswerControl } from '../use-answer-control.ts'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

/** A server needs a sign-in: its address, the requested access, and the place of the tokens. */
export function SignInCard({ ask, inline }: { ask: SignInAsk; inline: boolean }) {
  const t = useT('asks')
  const control = useAnswerControl(ask)
  const { answer, answered, sending, acceptsInput } = control
  const keys = control.hasKeys
  const address = useAddress(ask.page)
  const decide = (decision: 'open' | 'copy' | 'cancel') => answer({ kind: 'sign-in', decision })
  const decision = sending?.kind === 'sign-in' ? sending.decision : undefined
  const open = () => {
    if (address.canOpen) decide('open')
  }
  return (
    <AskShell
      ask={ask}
      inline={inline}
      control={control}
      keys={{ onMain: open, onRefuse: () => decide('cancel') }}
    >
      <PreviousFailure title={t('url.notOpened')} problem={ask.problem} />
      {ask.isOpened && (
        <CardSection className="text-note">
          <p data-testid="sign-in-waits">{t('signIn.waits')}</p>
        </CardSection>
      )}
      <AddressView address={address} copies={false} />
      <AddressWarnings address={address} />
      <Parties ask={ask} />
      <Scopes ask={ask} />
      <CardSection className="flex flex-col gap-1 text-small text-fg-3">
        <p>{t('signIn.stored')}</p>
        <SecretStorageNote />
        <p>
          {t('signIn.back')} <span className="font-mono wrap-anywhere">{ask.redirectUri}</span>
        </p>
      </CardSection>
      <CardFooter
        aside={
          <RefuseButton hasKeys={keys} disabled={answered} onClick={() => decide('cancel')}>
            {t(ask.isOpened ? 'signIn.cancel' : 'signIn.notNow')}
          </RefuseButton>
        }
      >
        <Button
          variant={ask.isOpened ? 'secondary' : 'primary'}
          icon={ExternalLink}
          keys={keys && address.canOpen ? 'Mod+Enter' : undefined}
          disabled={!acceptsInput || !address.canOpen}
          loading={decision === 'open'}
          className={address.canOpen ? 'disabled:opacity-100' : undefined}
          onClick={open}
        >
          {t(ask.isOpened ? 'signIn.again' : 'signIn.open')}
        </Button>
        <Button
          icon={Copy}
          disabled={!acceptsInput || !address.canOpen}
          loading={decision === 'copy'}
          onClick={() => decide('copy')}
        >
          {t('signIn.copy')}
        </Button>
      </CardFooter>
    </AskShell>
  )
}

/** Who signs the person in, and who gets the code for it: a genuine page may be opened for an attacker's sign-in. */
function Parties({ ask: { page, issuer, tokenEndpoint } }: { ask: SignInAsk }) {
  const t = useT('asks')
  const isOne = new Set([page, issuer, tokenEndpoint].map(addressOwner)).size === 1
  const hosts = { page: hostOf(page), issuer: hostOf(issuer), receiver: hostOf(tokenEndpoint) }
  return (
    <CardSection className="flex flex-col gap-2">
      {!isOne && (
        <Callout tone="danger" role="alert" title={t('signIn.otherHosts')}>
          <RevealText text={t('signIn.otherHostsNote', hosts)} />
        </Callout>
      )}
      <dl className="flex flex-col gap-1 text-small" data-testid="sign-in-parties">
        {[
          { name: t('signIn.issuer'), value: issuer },
          { name: t('signIn.receiver'), value: hosts.receiver },
        ].map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-fg-3">{name}</dt>
            <dd className="min-w-0 font-mono wrap-anywhere select-text">
              <RevealText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </CardSection>
  )
}

function hostOf(text: string): string {
  const { host, port } = describeAddress(text)
  return host === '' ? text : host + port
}

/** The requested scopes: words of the issuer's own, which the server chose. */
function Scopes({ ask }: { ask: SignInAsk }) {
  const t = useT('asks')
  const server = ask.serverName
  return (
    <CardSection className="flex flex-col gap-1.5">
      <p className="text-small text-fg-3">
        {ask.purpose === 'identity'
          ? t('signIn.identity', { server, provider: hostOf(ask.issuer) })
          : t(ask.isMore ? 'signIn.more' : 'signIn.access', { server })}
      </p>
      {ask.scopes.length === 0 ? (
        <p className="text-note">{t('signIn.default')}</p>
      ) : (
        <ScopeList scopes={ask.scopes} issuer={ask.issuer} label={t('signIn.scopes')} />
      )}
      {ask.widerResource !== undefined && (
        <p className="text-note" data-testid="sign-in-wider">
          <RevealText text={t('signIn.wider', { server, resource: ask.widerResource })} />
        </p>
      )}
    </CardSection>
  )
}
