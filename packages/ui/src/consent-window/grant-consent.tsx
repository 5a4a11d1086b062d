import {
  toolDisplayName,
  toolHints,
  type ConsentDecision,
  type ConsentRequest,
} from '@gatehouse/domain'
import { Callout, RevealText, ServerName } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { oneLine } from '../lib/formats/one-line.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ExactText } from './exact-text.tsx'
import { ToolName } from './tool-name.tsx'

export interface GrantConsentProps {
  request: Extract<ConsentRequest, { kind: 'grant' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** A tool that would run from now on without a question, in one chat, in those of a workspace, or in all. */
export function GrantConsent({ request, decide }: GrantConsentProps) {
  const t = useT('consent')
  const { tool, scope, serverName, serverHue, conversationTitle, workspace } = request
  const { isDestructive, isOpenWorld } = toolHints(tool)
  const { destructiveHint, openWorldHint } = tool.annotations ?? {}
  const title = toolDisplayName(tool)
  // A long title would push the name out of the heading.
  const shortTitle = oneLine(title, 80)
  return (
    <ConsentLayout
      title={t('grant.title')}
      subject={
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <ServerName hue={serverHue}>
            <RevealText text={serverName} />
          </ServerName>
          <ToolName name={tool.name} title={shortTitle} />
        </span>
      }
      note={t(`grant.note.${scope}`)}
      choices={[{ decision: 'allow', label: t(`grant.allow.${scope}`) }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {(isDestructive || isOpenWorld) && (
          <Callout tone="warning">
            {isDestructive && (
              <p>
                {t(`grant.risk.${destructiveHint === true ? 'destructive' : 'maybeDestructive'}`)}
              </p>
            )}
            {isOpenWorld && (
              <p>{t(`grant.risk.${openWorldHint === true ? 'openWorld' : 'maybeOpenWorld'}`)}</p>
            )}
          </Callout>
        )}
        {scope === 'chat' && <ExactText label={t('grant.chat')} text={conversationTitle} />}
        {workspace && (
          <>
            <ExactText label={t('grant.workspace')} text={workspace.name} />
            <p className="-mt-3 text-note text-fg-2">
              {t('grant.chats', { count: workspace.chats })}
            </p>
          </>
        )}
        {title !== shortTitle && <ExactText label={t('grant.serverTitle')} text={title} />}
        {tool.description !== undefined && tool.description !== '' && (
          <ExactText label={t('grant.description')} text={tool.description} />
        )}
        <p className="text-note text-fg-2">{t(`grant.meaning.${scope}`)}</p>
      </div>
    </ConsentLayout>
  )
}
