import { isAllowedAsReadOnly } from '@gatehouse/domain'
import { ChevronDown } from 'lucide-react'
import { Button, Menu, type MenuEntry } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useWorkspaceOfChat } from '../../../lib/queries/index.ts'
import type { AnswerOptions, Approval } from './use-approval.tsx'

/**
 * Allows a call and the next ones like it: of this tool, or of the tools that its server declares read-only, in this
 * chat, in its workspace, or always.
 */
export function StandingAllowMenu({ approval }: { approval: Approval }) {
  const { ask, acceptsInput, answered, unseen, chosen, isPending } = approval
  const t = useT('chat')
  const workspace = useWorkspaceOfChat(ask.conversationId)
  const scopes = (options: AnswerOptions): MenuEntry[] => [
    { label: t('call.inChat'), onSelect: () => approval.answer('allow-in-chat', options) },
    ...(workspace
      ? [
          {
            label: t('call.inWorkspace', { workspace: oneLine(workspace.name, 60) }),
            onSelect: () =>
              approval.answer('allow-in-workspace', { ...options, workspaceId: workspace.id }),
          },
        ]
      : []),
    { label: t('call.always'), onSelect: () => approval.answer('allow-always', options) },
  ]
  const groups: MenuEntry[] = [
    { kind: 'group', label: t('call.allowTool'), entries: scopes({}) },
    ...(isAllowedAsReadOnly(ask.tool)
      ? ([
          {
            kind: 'group',
            label: t('call.allowReadOnlyTools', { server: oneLine(ask.serverName, 40) }),
            entries: scopes({ tools: 'read-only' }),
          },
        ] as const)
      : []),
  ]
  const isStanding = chosen !== undefined && chosen !== 'allow-once' && chosen !== 'deny'
  return (
    <Menu
      entries={groups}
      trigger={
        <Button
          trailingIcon={ChevronDown}
          disabled={!acceptsInput || answered || unseen.blocked}
          className={unseen.blocked ? undefined : 'disabled:opacity-100'}
          loading={isPending && isStanding}
        >
          {t('call.allowMore')}
        </Button>
      }
    />
  )
}
