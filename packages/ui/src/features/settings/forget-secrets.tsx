import type { SecretGroup } from '@gatehouse/domain'
import { useState, type ReactNode } from 'react'
import { AlertDialog, Button, useToasts } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { useSecretWords } from '../../lib/words/secret-words.ts'
import { worded } from '../../lib/words/worded.ts'
import { canBeForgotten, consequencesOf } from './forgetting.ts'

export interface ForgetSecretsProps {
  /** The secrets to forget; missing or unreachable ones are left out. */
  groups: SecretGroup[]
  scope: 'one' | 'owner' | 'everything'
  /** Accessible name, where the button's words alone do not say whose. */
  label?: string
  children: ReactNode
}

/** A button that forgets, after it showed what stops working. */
export function ForgetSecrets({ groups, scope, label, children }: ForgetSecretsProps) {
  const t = useT('secrets')
  const common = useT('common')
  const { show } = useToasts()
  /** Those that the question is about: what comes meanwhile is not forgotten with them. */
  const [asked, setAsked] = useState<SecretGroup[]>([])
  const [isOpen, setOpen] = useState(false)
  const chosen = groups
    .map(({ owner, secrets }) => ({ owner, secrets: secrets.filter(canBeForgotten) }))
    .filter(({ secrets }) => secrets.length > 0)
  const refs = asked.flatMap(({ secrets }) => secrets.map(({ ref }) => ref))
  const forget = useAction('secret.forget', {
    onSuccess: () => {
      const count = refs.length
      show({ tone: 'success', title: worded('secrets', (to) => to('forgotten', { count })) })
    },
  })
  const title = useQuestion(asked, scope)
  if (chosen.length === 0 && !isOpen) return null
  return (
    <>
      <Button
        size="small"
        variant="danger-quiet"
        aria-label={label}
        onClick={() => {
          setAsked(chosen)
          setOpen(true)
        }}
      >
        {children}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        description={t('confirm.undone')}
        confirmLabel={t('forget')}
        cancelLabel={common('actions.cancel')}
        loading={forget.isPending}
        onConfirm={() => forget.mutate({ refs }, { onSettled: () => setOpen(false) })}
      >
        <ConsequenceList groups={asked} />
      </AlertDialog>
    </>
  )
}

function useQuestion(groups: SecretGroup[], scope: ForgetSecretsProps['scope']): string {
  const t = useT('secrets')
  const words = useSecretWords()
  const count = groups.reduce((sum, { secrets }) => sum + secrets.length, 0)
  const [first] = groups
  const [secret] = first?.secrets ?? []
  if (!first || !secret) return ''
  const owner = first.owner.name
  if (scope === 'one') return t('confirm.one', { secret: words(secret.subject), owner })
  return scope === 'owner'
    ? t('confirm.ofOwner', { count, owner })
    : t('confirm.everything', { count })
}

function ConsequenceList({ groups }: { groups: SecretGroup[] }) {
  const t = useT('secrets')
  const { list } = useFormats()
  const { hasNetwork, hasUnused, ...named } = consequencesOf(groups)
  const lines = (['servers', 'running', 'signIns', 'providers'] as const).flatMap((key) =>
    named[key].length === 0 ? [] : [t(`confirm.${key}`, { names: list(named[key]) })],
  )
  if (hasNetwork) lines.push(t('confirm.network'))
  if (hasUnused) lines.push(t('confirm.unused'))
  const [only] = lines
  if (lines.length === 1) return <p className="text-note break-words text-fg-2">{only}</p>
  return (
    <ul className="flex max-h-60 list-disc flex-col gap-1 overflow-y-auto pl-4 text-note break-words text-fg-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
