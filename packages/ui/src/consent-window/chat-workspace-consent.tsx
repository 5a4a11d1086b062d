import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { RevealText, ServerName } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { useModeWords } from '../lib/words/mode-words.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ExactText } from './exact-text.tsx'

export interface ChatWorkspaceConsentProps {
  request: Extract<ConsentRequest, { kind: 'chat-workspace' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** A chat that would come to a workspace, and every tool that would then run in it without a question. */
export function ChatWorkspaceConsent({ request, decide }: ChatWorkspaceConsentProps) {
  const t = useT('consent')
  const words = useModeWords()
  const { conversationTitle, workspaceName, permissions, mode } = request
  return (
    <ConsentLayout
      title={t('chatWorkspace.title')}
      subject={<RevealText text={workspaceName} className="font-semibold text-fg" />}
      note={t('chatWorkspace.note')}
      choices={[{ decision: 'allow', label: t('chatWorkspace.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {conversationTitle !== '' && (
          <ExactText label={t('chatWorkspace.chat')} text={conversationTitle} />
        )}
        {mode !== undefined && (
          <p className="text-body" data-testid="mode-of-workspace">
            {words('label')}: {words(`name.${mode}`)}
          </p>
        )}
        {permissions.length > 0 && (
          <section>
            <h3 className="mb-1 text-note font-medium text-fg-2">
              {t('chatWorkspace.tools', { count: permissions.length })}
            </h3>
            <ol className="flex flex-col gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
              {permissions.map(({ serverName, serverHue, toolName }, index) => (
                <li key={index} className="flex flex-wrap items-baseline gap-x-2">
                  <ServerName hue={serverHue}>
                    <RevealText text={serverName} />
                  </ServerName>
                  <RevealText text={toolName} className="font-mono text-small" />
                </li>
              ))}
            </ol>
          </section>
        )}
        <p className="text-note text-fg-2">{t('chatWorkspace.meaning')}</p>
      </div>
    </ConsentLayout>
  )
}
