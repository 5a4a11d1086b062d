import { toolDisplayName, type GrantView, type Tool } from '@gatehouse/domain'
import { useEffect, useRef, type ReactNode } from 'react'
import { Badge, Button, classNames, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useGrantActions } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

interface GrantRowProps {
  grant: GrantView
  tool: Tool | undefined
  /** The row that the person came for. */
  selected: boolean
  /** Below the row of its group. */
  nested?: boolean | undefined
}

/** A long word must not widen its column, which would push the button out of view. */
const ANYWHERE = '[overflow-wrap:anywhere]!'

/** One permission. */
export function GrantRow({ grant, tool, selected, nested = false }: GrantRowProps) {
  const t = useT('permissions')
  const row = useRef<HTMLTableRowElement>(null)
  const { revoke } = useGrantActions()
  const { toolName, voided } = grant
  const title = tool ? toolDisplayName(tool) : toolName
  useEffect(() => {
    if (!selected) return undefined
    // After a change of section its list takes the focus at once.
    const frame = requestAnimationFrame(() => {
      row.current?.scrollIntoView({ block: 'nearest' })
      row.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [selected])
  return (
    <tr
      ref={row}
      tabIndex={selected ? -1 : undefined}
      data-testid="grant"
      className={classNames(
        'border-b border-line align-top last:border-b-0',
        selected && 'bg-accent-soft',
      )}
    >
      <td className={classNames('py-2 pr-3', nested && 'pl-5')}>
        {title !== toolName && (
          <RevealText text={oneLine(title)} className={`block font-semibold ${ANYWHERE}`} />
        )}
        <RevealText
          text={toolName}
          className={classNames(
            ANYWHERE,
            'font-mono text-small',
            title === toolName && 'font-semibold',
          )}
        />
        {voided !== null && (
          <>
            <Badge tone="warning" className="ml-1.5 align-middle">
              {t('void')}
            </Badge>
            <span className="mt-0.5 block text-small text-fg-2">{t(`voided.${voided}`)}</span>
          </>
        )}
      </td>
      <td className="py-2 pr-3">
        <Where grant={grant} />
      </td>
      <td className="py-2 pr-3 text-fg-2">
        <Since grant={grant} />
      </td>
      <td className="py-2 pr-3 text-fg-2">
        <GrantUsage uses={grant.uses} lastUsedAt={grant.lastUsedAt} />
      </td>
      <td className="py-1.5">
        <Button
          size="small"
          variant="danger-quiet"
          loading={revoke.isPending}
          aria-label={t('revokeOne', { tool: toolName })}
          onClick={() => revoke.mutate({ id: grant.id })}
        >
          {t('revoke')}
        </Button>
      </td>
    </tr>
  )
}

function Where({ grant: { scope, chatTitle, workspaceName } }: { grant: GrantView }) {
  const t = useT('permissions')
  if (scope.kind === 'always' || scope.kind === 'by-mode') return t('where.always')
  if (scope.kind === 'workspace') {
    const workspace = workspaceName ?? t('goneWorkspace')
    const where = <RevealText text={t('where.workspace', { workspace })} className={ANYWHERE} />
    return workspaceName === null ? (
      where
    ) : (
      <WorkspaceLink id={scope.workspaceId}>{where}</WorkspaceLink>
    )
  }
  const chat = chatTitle ?? t('goneChat')
  const words = <RevealText text={t('where.chat', { chat })} className={ANYWHERE} />
  return chatTitle === null ? words : <ChatLink id={scope.conversationId}>{words}</ChatLink>
}

/** When it was given, and with which chat's call where that shows more than its place. */
function Since({ grant: { createdAt, scope, from, chatTitle } }: { grant: GrantView }) {
  const t = useT('permissions')
  const { brief, moment } = useFormats()
  const now = useNow(60_000)
  return (
    <>
      <time title={moment(createdAt)}>{brief(createdAt, now)}</time>
      {from !== undefined && chatTitle !== null && scope.kind !== 'chat' && (
        <ChatLink id={from.conversationId}>
          <RevealText text={t('from', { chat: chatTitle })} className={`text-small ${ANYWHERE}`} />
        </ChatLink>
      )}
    </>
  )
}

function ChatLink({ id, children }: { id: string; children: ReactNode }) {
  const openChat = useUi((ui) => ui.openChat)
  return <PlaceLink onOpen={() => openChat(id)}>{children}</PlaceLink>
}

function WorkspaceLink({ id, children }: { id: string; children: ReactNode }) {
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  return <PlaceLink onOpen={() => openWorkspace(id)}>{children}</PlaceLink>
}

function PlaceLink({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block max-w-full rounded-sm text-left underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </button>
  )
}

/** Number of calls that a grant allowed, and the time of the last. */
export function GrantUsage({ uses, lastUsedAt }: Pick<GrantView, 'uses' | 'lastUsedAt'>) {
  const t = useT('permissions')
  const { brief, moment, number } = useFormats()
  const now = useNow(60_000)
  if (lastUsedAt === null) return t('unused')
  return (
    <>
      {t('used', { count: uses, number: number(uses) })}
      <time title={moment(lastUsedAt)} className="block text-small text-fg-3">
        {t('usedLast', { at: brief(lastUsedAt, now) })}
      </time>
    </>
  )
}
