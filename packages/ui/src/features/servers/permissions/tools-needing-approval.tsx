import { toolDisplayName, toolHints, type GrantView, type Tool } from '@gatehouse/domain'
import { isMarkable, type ToolMark } from '@gatehouse/domain/approvals'
import { Badge, Button, Disclosure, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { useGrantActions } from '../../../lib/queries/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** As many as a person would look through here; the Tools page lists all of them. */
const MAX_LISTED = 200

interface ToolsNeedingApprovalProps {
  serverId: string
  grants: readonly GrantView[]
  tools: readonly Tool[]
}

/** The tools that no permission allows in all chats, and what their server declares of them. */
export function ToolsNeedingApproval({ serverId, grants, tools }: ToolsNeedingApprovalProps) {
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
                serverId={serverId}
                tool={tool}
                mark={grants.find((one) => isMarkOf(one, tool.name))?.mark}
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

function isMarkOf({ toolName, scope }: GrantView, name: string): boolean {
  return toolName === name && scope.kind === 'by-mode'
}

/** True if a permission that holds allows the tool in all chats. */
function isAlwaysAllowed(grants: readonly GrantView[], toolName: string): boolean {
  return grants.some(
    (grant) =>
      grant.toolName === toolName && grant.scope.kind === 'always' && grant.voided === null,
  )
}

interface AskedToolProps {
  serverId: string
  tool: Tool
  mark: ToolMark | undefined
  chats: number
}

function AskedTool({ serverId, tool, mark, chats }: AskedToolProps) {
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
      <ToolMarks serverId={serverId} tool={tool} mark={mark} />
    </li>
  )
}

/** The person's judgement of the tool, and the ways to change it. */
function ToolMarks({ serverId, tool, mark }: Omit<AskedToolProps, 'chats'>) {
  const t = useModeWords()
  const { mutate, isPending } = useGrantActions().mark
  const set = (next: ToolMark | null) => mutate({ serverId, toolName: tool.name, mark: next })
  const name = oneLine(tool.name)
  if (mark !== undefined)
    return (
      <>
        <Badge>{t(mark === 'ask' ? 'mark.isAsk' : 'mark.isReadOnly')}</Badge>
        <Button
          size="small"
          variant="ghost"
          loading={isPending}
          aria-label={t('mark.clearOf', { tool: name })}
          onClick={() => set(null)}
        >
          {t('mark.clear')}
        </Button>
      </>
    )
  return (
    <>
      {isMarkable(tool) && (
        <Button
          size="small"
          variant="ghost"
          loading={isPending}
          aria-label={t('mark.readOnlyOf', { tool: name })}
          onClick={() => set('read-only')}
        >
          {t('mark.readOnly')}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        loading={isPending}
        aria-label={t('mark.askOf', { tool: name })}
        onClick={() => set('ask')}
      >
        {t('mark.ask')}
      </Button>
    </>
  )
}
