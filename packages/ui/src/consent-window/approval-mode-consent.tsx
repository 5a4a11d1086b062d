import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import {
  isRunRule,
  MAX_UNASKED_CALLS,
  type ApprovalRule,
  type ServerRules,
} from '@gatehouse/domain/approvals'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Callout, Checkbox, KeyValues, RevealText, ServerName } from '../kit/index.ts'
import { useModeWords } from '../lib/words/mode-words.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ToolName } from './tool-name.tsx'

export interface ApprovalModeConsentProps {
  request: Extract<ConsentRequest, { kind: 'approval-mode' }>
  decide: (decision: ConsentDecision, chosen: readonly string[]) => Promise<boolean>
}

/** A wider mode: server by server what would run by itself, and what would still ask. */
export function ApprovalModeConsent({ request, decide }: ApprovalModeConsentProps) {
  const t = useModeWords()
  const { before, after, where, servers } = request
  const [chosen, setChosen] = useState<readonly string[]>([])
  const place = where.kind === 'chat' ? where.title || t('consent.newChat') : where.name
  return (
    <ConsentLayout
      title={t('consent.title')}
      subject={<RevealText text={place} className="font-semibold text-fg" />}
      note={t(`consent.${where.kind}`)}
      choices={[{ decision: 'allow', label: t('consent.allow') }]}
      decide={(decision) => decide(decision, chosen)}
    >
      <div className="flex flex-col gap-5">
        <KeyValues
          items={[
            { name: t('consent.before'), value: t(`name.${before}`) },
            { name: t('consent.after'), value: t(`name.${after}`) },
          ]}
        />
        <Callout tone="warning" icon={TriangleAlert}>
          {t('consent.claim')}
        </Callout>
        {servers.length === 0 && <p className="text-note text-fg-2">{t('consent.noServers')}</p>}
        {servers.map((server) => (
          <ServerSection
            key={server.id}
            server={server}
            isChosen={chosen.includes(server.id)}
            onChoose={(is) =>
              setChosen([...chosen.filter((id) => id !== server.id), ...(is ? [server.id] : [])])
            }
          />
        ))}
        <p className="text-note text-fg-2">{t('consent.meaning', { count: MAX_UNASKED_CALLS })}</p>
        <p className="text-note text-fg-2">{t('consent.others')}</p>
      </div>
    </ConsentLayout>
  )
}

interface ServerSectionProps {
  server: ServerRules
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** Lists everything that trust would change at once, so that a tick changes nothing in view. */
function ServerSection({ server, isChosen, onChoose }: ServerSectionProps) {
  const t = useModeWords()
  const { name, hue, tools } = server
  const now = tools.filter((tool) => isRunRule(tool.now))
  const gained = tools.filter((tool) => !isRunRule(tool.now) && isRunRule(tool.trusted))
  const asking = tools.filter((tool) => !isRunRule(tool.now) && !isRunRule(tool.trusted))
  const isUntrusted = tools.some((tool) => tool.now === 'not-trusted')
  const isTrustable = isUntrusted || tools.some((tool) => tool.now === 'changed')
  return (
    <section className="flex flex-col gap-2" data-testid="server-rules">
      <h3 className="text-body font-semibold">
        <ServerName hue={hue}>
          <RevealText text={name} />
        </ServerName>
      </h3>
      {isTrustable && (
        <Checkbox
          label={<RevealText text={t('consent.trust', { server: name })} />}
          description={t('consent.trustNote')}
          checked={isChosen}
          onCheckedChange={onChoose}
        />
      )}
      <ToolList
        heading="h4"
        title={t('consent.run')}
        tools={now.map((tool) => ({ ...tool, rule: tool.now }))}
        none={isUntrusted ? t('consent.noneUntrusted') : undefined}
      />
      {gained.length > 0 && (
        <ToolList
          heading="h4"
          title={t('consent.runIfTrusted')}
          tools={gained.map((tool) => ({ ...tool, rule: tool.trusted }))}
        />
      )}
      {asking.length > 0 && (
        <ToolList
          heading="h4"
          title={t('consent.ask')}
          tools={asking.map((tool) => ({ ...tool, rule: tool.trusted }))}
        />
      )}
    </section>
  )
}

type Listed = Pick<ServerRules['tools'][number], 'name' | 'title'> & { rule: ApprovalRule }

interface ToolListProps {
  /** Its level: below a server, or alone. */
  heading: 'h3' | 'h4'
  title: string
  tools: readonly Listed[]
  /** Words for an empty list; without them it says that there is none. */
  none?: string | undefined
}

export function ToolList({ heading: Heading, title, tools, none }: ToolListProps) {
  const t = useModeWords()
  return (
    <div>
      <Heading className="mb-1 text-note font-medium text-fg-2">{title}</Heading>
      {tools.length === 0 ? (
        <p className="text-small text-fg-3">{none ?? t('consent.none')}</p>
      ) : (
        <ul className="flex flex-col gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
          {tools.map(({ name, title: titleOfTool, rule }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-2">
              <ToolName name={name} title={titleOfTool} />
              <span className="text-small text-fg-3">{t(`consent.rule.${ruleWords(rule)}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const WORDED = [
  'read-only',
  'in-workspace',
  'always-ask',
  'not-trusted',
  'changed',
  'destructive',
  'open-world',
  'undeclared',
  'changes-data',
] as const

function ruleWords(rule: ApprovalRule): (typeof WORDED)[number] | 'other' {
  return WORDED.find((one) => one === rule) ?? 'other'
}
