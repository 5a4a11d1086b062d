import { toolHints, type Tool } from '@gatehouse/domain'
import { Eye, Globe, PencilLine, TriangleAlert, type LucideIcon } from 'lucide-react'
import { classNames, Icon } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

type Risk = 'readOnly' | 'destructive' | 'outside' | 'changes' | 'undeclared'

const icons: Record<Risk, LucideIcon> = {
  readOnly: Eye,
  destructive: TriangleAlert,
  outside: Globe,
  changes: PencilLine,
  undeclared: TriangleAlert,
}

function riskOf(tool: Pick<Tool, 'annotations'>): Risk {
  const { annotations } = tool
  if (toolHints(tool).isReadOnly) return 'readOnly'
  if (annotations?.destructiveHint === true) return 'destructive'
  if (annotations?.destructiveHint === undefined) return 'undeclared'
  return annotations.openWorldHint === true ? 'outside' : 'changes'
}

/** One word for what the server declares of its tool; a globe where a tool that reads may also reach outside. */
export function RiskMark({ tool }: { tool: Tool }) {
  const t = useT('chat')
  const risk = riskOf(tool)
  const isQuiet = risk === 'readOnly'
  const icon = isQuiet && toolHints(tool).isOpenWorld ? Globe : icons[risk]
  return (
    <span
      title={t('call.claimsHint')}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 text-small whitespace-nowrap',
        isQuiet ? 'text-fg-3' : 'rounded-sm bg-warning-soft px-1.5 py-0.5 font-medium text-warning',
      )}
    >
      <Icon icon={icon} size={12} />
      {t(`plan.risk.${risk}`)}
    </span>
  )
}
