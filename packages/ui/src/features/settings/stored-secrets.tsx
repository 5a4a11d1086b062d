import type { StoredSecret, SecretGroup, SecretOwner } from '@gatehouse/domain'
import { Cpu, KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  Badge,
  Button,
  EmptyState,
  Icon,
  ProgressiveList,
  RevealText,
  SearchField,
  ServerName,
} from '../../kit/index.ts'
import { useFocusAfterRemoval } from '../../lib/keys/focus-after-removal.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useSecrets } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useSecretWords } from '../../lib/words/secret-words.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { ForgetSecrets } from './forget-secrets.tsx'
import { canBeForgotten } from './forgetting.ts'

/** Below this many no one needs to search. */
const SEARCHED_FROM = 8
/** Cost of drawing one row, see {@link ProgressiveList}. */
const ROW_SIZE = 400

/** Stored and missing secrets, by owner. */
export function StoredSecrets() {
  const t = useT('secrets')
  const focus = useFocusAfterRemoval<HTMLElement>()
  const named = (group: SecretGroup): SecretGroup =>
    group.owner.kind === 'network'
      ? { ...group, owner: { ...group.owner, name: t('networkOwner') } }
      : group
  return (
    <section {...focus} aria-label={t('stored')}>
      <QueryStates query={useSecrets()}>
        {(groups) => <Groups groups={groups.map(named)} />}
      </QueryStates>
    </section>
  )
}

function Groups({ groups }: { groups: SecretGroup[] }) {
  const t = useT('secrets')
  const [query, setQuery] = useState('')
  const found = useFound(groups, query)
  if (groups.length === 0)
    return <EmptyState icon={KeyRound} title={t('none')} description={t('noneNote')} />
  const count = groups.reduce((sum, { secrets }) => sum + secrets.length, 0)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-body font-semibold">{t('stored')}</h2>
        {groups.length > 1 && (
          <ForgetSecrets groups={groups} scope="everything">
            {t('forgetEverything')}
          </ForgetSecrets>
        )}
        {count >= SEARCHED_FROM && (
          <SearchField
            className="w-full"
            label={t('search')}
            value={query}
            onValueChange={setQuery}
          />
        )}
      </div>
      {found.length === 0 && (
        <p role="status" className="text-body text-fg-2">
          {t('noMatch', { query })}
        </p>
      )}
      <ProgressiveList
        items={found.map((group) => ({
          key: `${group.owner.kind}/${group.owner.id}`,
          size: group.secrets.length * ROW_SIZE,
          drawn: <Group group={group} />,
        }))}
      />
    </div>
  )
}

/** Those whose own words, owner or receiver hold what is searched for. */
function useFound(groups: SecretGroup[], query: string): SecretGroup[] {
  const words = useSecretWords()
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return groups
  const has = (text: string): boolean => text.toLowerCase().includes(wanted)
  return groups.flatMap(({ owner, secrets }) => {
    if (has(owner.name)) return [{ owner, secrets }]
    const matching = secrets.filter(
      ({ subject, receiver }) => has(words(subject)) || has(receiver ?? ''),
    )
    return matching.length === 0 ? [] : [{ owner, secrets: matching }]
  })
}

function Group({ group }: { group: SecretGroup }) {
  const t = useT('secrets')
  const { owner, secrets } = group
  const several = secrets.filter(canBeForgotten).length > 1
  return (
    <section aria-label={owner.name}>
      <div className="flex min-h-control flex-wrap items-center gap-x-2 gap-y-1 pb-1">
        <h3 className="flex min-w-0 flex-1 items-center gap-2 text-body">
          <OwnerName owner={owner} />
          {owner.isGone && <Badge tone="warning">{t('gone')}</Badge>}
        </h3>
        {several && (
          <ForgetSecrets
            groups={[group]}
            scope="owner"
            label={t('forgetAllOf', { owner: owner.name })}
          >
            {t('forgetAll')}
          </ForgetSecrets>
        )}
      </div>
      {owner.isGone && <p className="pb-1.5 text-small text-fg-2">{t('goneNote')}</p>}
      <ul className="border-t border-line">
        {secrets.map((secret) => (
          <SecretRow key={secret.ref} owner={owner} secret={secret} />
        ))}
      </ul>
    </section>
  )
}

function OwnerName({ owner }: { owner: SecretOwner }) {
  if (owner.kind === 'server') return <ServerName hue={owner.hue ?? 0}>{owner.name}</ServerName>
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 font-semibold">
      <Icon icon={Cpu} size={14} className="shrink-0 text-fg-3" />
      <span className="truncate">
        <RevealText text={owner.name} wrap={false} />
      </span>
    </span>
  )
}

function SecretRow({ owner, secret }: { owner: SecretOwner; secret: StoredSecret }) {
  const t = useT('secrets')
  const { moment } = useFormats()
  const words = useSecretWords()
  const { subject, receiver, since, state } = secret
  const isSignIn = subject.kind === 'sign-in' || subject.kind === 'registration'
  const facts = [
    ...(state === 'kept' || state === 'until-quit' ? [t(`state.${state}`)] : []),
    ...(receiver === null ? [] : [t('givenTo', { receiver })]),
    ...(since === null ? [] : [t(isSignIn ? 'signedIn' : 'entered', { at: moment(since) })]),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line py-2">
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <RevealText text={words(subject)} className="min-w-0 text-body break-words" />
          <StateBadge state={state} />
        </span>
        {facts.length > 0 && (
          <span className="block text-small break-words text-fg-3">{facts.join(' · ')}</span>
        )}
        <StateNote secret={secret} isGone={owner.isGone} />
      </span>
      <RowAction owner={owner} secret={secret} />
    </li>
  )
}

function StateBadge({ state }: Pick<StoredSecret, 'state'>) {
  const t = useT('secrets')
  if (state === 'kept' || state === 'until-quit') return null
  const isLost = state === 'missing' || state === 'damaged'
  const needsAttention = state === 'left-over' || state === 'unused'
  return (
    <Badge tone={isLost ? 'danger' : needsAttention ? 'warning' : 'neutral'}>
      {t(`state.${state}`)}
    </Badge>
  )
}

function StateNote({ secret, isGone }: { secret: StoredSecret; isGone: boolean }) {
  const t = useT('secrets')
  const { state, subject } = secret
  if (state === 'damaged' && subject.kind === 'sign-in')
    return <Note>{t('note.damagedSignIn')}</Note>
  switch (state) {
    case 'kept':
    case 'until-quit':
    case 'locked':
    case 'unavailable':
      return null
    case 'left-over':
      return isGone ? null : <Note>{t('note.left-over')}</Note>
    case 'missing':
    case 'forgotten':
    case 'damaged':
    case 'unused':
      return <Note>{t(`note.${state}`)}</Note>
  }
}

function Note({ children }: { children: string }) {
  return <span className="block text-small text-fg-2">{children}</span>
}

/** To forget what is there, or to enter again what is not. */
function RowAction({ owner, secret }: { owner: SecretOwner; secret: StoredSecret }) {
  const t = useT('secrets')
  const words = useSecretWords()
  const openServer = useUi((ui) => ui.openServer)
  const openSettings = useUi((ui) => ui.openSettings)
  const show = useUi((ui) => ui.show)
  const named = { secret: words(secret.subject), owner: owner.name }
  if (canBeForgotten(secret))
    return (
      <ForgetSecrets
        groups={[{ owner, secrets: [secret] }]}
        scope="one"
        label={t('forgetOneOf', named)}
      >
        {t('forget')}
      </ForgetSecrets>
    )
  if (secret.state !== 'missing' && secret.state !== 'forgotten') return null
  return (
    <Button
      size="small"
      aria-label={t('enterAgainOf', named)}
      onClick={() => {
        if (owner.kind === 'server') openServer(owner.id, 'settings')
        else if (owner.kind === 'network') openSettings('network')
        else show({ kind: 'connect-model', providerId: owner.id })
      }}
    >
      {t('enterAgain')}
    </Button>
  )
}
