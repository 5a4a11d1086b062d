import type { WorkspaceView } from '@gatehouse/domain'
import type { ApprovalMode } from '@gatehouse/domain/approvals'
import { RadioGroup } from '../../kit/index.ts'
import { useModeWords } from '../../lib/words/mode-words.ts'
import { useSetWorkspaceMode } from '../../lib/queries/index.ts'

const MODES: readonly ApprovalMode[] = ['every-call', 'changes', 'risky-calls']

/** Which calls the chats of a workspace ask about. */
export function ModeOfWorkspace({ workspace }: { workspace: WorkspaceView }) {
  const t = useModeWords()
  const { mutate, isPending } = useSetWorkspaceMode()
  return (
    <RadioGroup
      label={t('workspace.label')}
      description={t('workspace.note')}
      value={workspace.approvalMode ?? 'every-call'}
      disabled={isPending}
      onValueChange={(mode: ApprovalMode) => mutate({ id: workspace.id, mode })}
      options={MODES.map((value) => ({
        value,
        label: t(`name.${value}`),
        description: t(`note.${value}`),
      }))}
    />
  )
}
