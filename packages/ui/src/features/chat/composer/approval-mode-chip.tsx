import type { Conversation } from '@gatehouse/domain'
import type { ApprovalMode } from '@gatehouse/domain/approvals'
import { ChevronDown, ShieldCheck } from 'lucide-react'
import { Button, Menu, VisuallyHidden } from '../../../kit/index.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { useSetChatMode, useWorkspaceOf } from '../../../lib/queries/index.ts'

const MODES: readonly ApprovalMode[] = ['every-call', 'changes', 'risky-calls']

/** Which calls this chat asks about. */
export function ApprovalModeChip({ conversation }: { conversation: Conversation }) {
  const t = useModeWords()
  const workspace = useWorkspaceOf(conversation)
  const { mutate, isPending } = useSetChatMode()
  const { id, approvalMode } = conversation
  const ofWorkspace = workspace?.approvalMode ?? 'every-call'
  const mode = approvalMode ?? ofWorkspace
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button
          variant="ghost"
          icon={ShieldCheck}
          trailingIcon={ChevronDown}
          data-testid="approval-mode"
          className="min-w-0 shrink-[2]"
        >
          <VisuallyHidden>{t('label')} </VisuallyHidden>
          <span
            className={
              mode === 'every-call'
                ? 'truncate max-[60rem]:sr-only'
                : 'truncate font-semibold text-fg'
            }
          >
            {t(`name.${mode}`)}
          </span>
        </Button>
      }
      entries={[
        {
          kind: 'group',
          label: t('label'),
          entries: MODES.map((one) => ({
            kind: 'check' as const,
            closes: true,
            label: t(`name.${one}`),
            detail: t(`note.${one}`),
            checked: one === mode,
            disabled: isPending,
            onCheckedChange: () => mutate({ id, mode: one }),
          })),
        },
        ...(workspace && approvalMode !== undefined
          ? [
              { kind: 'separator' as const },
              {
                label: t('asWorkspace', { mode: t(`name.${ofWorkspace}`) }),
                onSelect: () => mutate({ id, mode: null }),
              },
            ]
          : []),
      ]}
    />
  )
}
