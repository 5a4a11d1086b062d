import { toolDisplayName, toolHints, type GrantView, type Tool } from '@gatehouse/domain'
import { Badge, Disclosure, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import { oneLine } from '../../../lib/one-line.ts'
import { isAlwaysAllowed } from './read-only-switch.tsx'

/** As many as a person would look through here; the Tools page lists all of them. */
const MAX_LISTED = 200

interface ToolsNeedingApprovalProps {
  grants: readonly GrantView[]
  tools: readonly Tool[]
}

/** The tools that no permission allows in all chats, and what their server declares of them. */
export function ToolsNeedingApproval({ grants, tools }: ToolsNeedingApprovalProps) {
  const t = useT('permissions')
  const asked = tools.filter(({ name }) => !isAlwaysAllowed(grants, name))
  return (
    <section>
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('asked.title')}</h2>
      <p className="mb-2 text-small text-fg-3">{t('asked.note')}</p>
      {asked.length === 0 ? (
        <p className="text-body text-fg-3">{t('asked.nothing')}</p>
      ) : (
        <Disclosure summary={t('asked.summary', { count: asked.length })}>
          <ul className="flex flex-col gap-1">
            {asked.slice(0, MAX_LISTED).map((tool) => (
              <AskedTool
                key={tool.name}
                tool={tool}
                chats={grants.filter((grant) => isChatGrant(grant, tool.name)).length}
              />
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

function isChatGrant({ toolName, scope, voided }: GrantView, name: string): boolean {
  return toolName === name && scope.kind === 'chat' && voided === null
}

function AskedTool({ tool, chats }: { tool: Tool; chats: number }) {
  const t = useT('permissions')
  const { isReadOnly, isDestructive, isOpenWorld } = toolHints(tool)
  const title = toolDisplayName(tool)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <RevealText text={tool.name} className="font-mono text-small" />
      {title !== tool.name && <RevealText text={oneLine(title)} className="text-small text-fg-2" />}
      {isReadOnly && <Badge>{t('asked.readOnly')}</Badge>}
      {isDestructive ? (
        <Badge tone="warning">{t('asked.destructive')}</Badge>
      ) : (
        !isReadOnly && <Badge>{t('asked.changes')}</Badge>
      )}
      {isOpenWorld && <Badge>{t('asked.openWorld')}</Badge>}
      {chats > 0 && (
        <span className="text-small text-fg-3">{t('asked.exceptChats', { count: chats })}</span>
      )}
    </li>
  )
}
