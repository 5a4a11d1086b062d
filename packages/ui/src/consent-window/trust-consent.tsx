import { toolDisplayName, type ConsentDecision, type ConsentRequest } from '@gatehouse/domain'
import { isRunRule } from '@gatehouse/domain/approvals'
import { TriangleAlert } from 'lucide-react'
import { Callout, RevealText, ServerName } from '../kit/index.ts'
import { useModeWords } from '../lib/words/mode-words.ts'
import { ToolList } from './approval-mode-consent.tsx'
import { oneLine } from '../lib/formats/one-line.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ExactText } from './exact-text.tsx'
import { ToolName } from './tool-name.tsx'

type RequestOf<Kind extends ConsentRequest['kind']> = Extract<ConsentRequest, { kind: Kind }>

export interface TrustServerConsentProps {
  request: RequestOf<'trust-server'>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** A server whose declarations would count: each tool, as it would be treated in the widest mode. */
export function TrustServerConsent({ request, decide }: TrustServerConsentProps) {
  const t = useModeWords()
  const { name, hue, tools } = request.server
  const listed = tools.map((tool) => ({ ...tool, rule: tool.trusted }))
  const running = listed.filter(({ rule }) => isRunRule(rule))
  const asking = listed.filter(({ rule }) => !isRunRule(rule))
  return (
    <ConsentLayout
      title={t('consent.trustTitle')}
      subject={
        <ServerName hue={hue}>
          <RevealText text={name} />
        </ServerName>
      }
      note={t('name.risky-calls')}
      choices={[{ decision: 'allow', label: t('consent.allowTrust') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning" icon={TriangleAlert}>
          {t('consent.claim')}
        </Callout>
        <ToolList heading="h3" title={t('consent.run')} tools={running} />
        {asking.length > 0 && <ToolList heading="h3" title={t('consent.ask')} tools={asking} />}
        <p className="text-note text-fg-2">{t('consent.trustMeaning')}</p>
      </div>
    </ConsentLayout>
  )
}

export interface MarkConsentProps {
  request: RequestOf<'mark-read-only'>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** A tool that would count as read-only although its server does not say so. */
export function MarkConsent({ request, decide }: MarkConsentProps) {
  const t = useModeWords()
  const { tool, serverName, serverHue } = request
  const title = toolDisplayName(tool)
  // A long title would push the name out of the heading.
  const shortTitle = oneLine(title, 80)
  return (
    <ConsentLayout
      title={t('consent.markTitle')}
      subject={
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <ServerName hue={serverHue}>
            <RevealText text={serverName} />
          </ServerName>
          <ToolName name={tool.name} title={shortTitle} />
        </span>
      }
      choices={[{ decision: 'allow', label: t('consent.allowMark') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {title !== shortTitle && <ExactText label={t('consent.serverTitle')} text={title} />}
        {tool.description !== undefined && tool.description !== '' && (
          <ExactText label={t('consent.description')} text={tool.description} />
        )}
        <p className="text-note text-fg-2">{t('consent.markMeaning')}</p>
      </div>
    </ConsentLayout>
  )
}
