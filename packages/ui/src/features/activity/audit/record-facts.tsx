import type { AuditRecord } from '@gatehouse/domain'
import type { SamplingRule } from '@gatehouse/domain/server-requests'
import { RevealText, type KeyValue } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { useSamplingRuleWords } from '../../../lib/words/sampling-rule-words.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'

/** Who decided, what exactly went out, and whom it was for, beyond names. */
export function useRecordFacts(record: AuditRecord): KeyValue[] {
  const t = useT('activity')
  const words = useModeWords()
  const { bytes, number } = useFormats()
  const decidedBy = useDecidedBy()
  const retention = useRetentionFacts(record)
  const { by, sent, received, fields, moreFields, withdrawn, serverIdentity, tool } = record
  const { samplingRule, tokens, flowRule, flows, instructions, approvalMode } = record
  const facts: (KeyValue | false)[] = [
    by !== undefined && {
      name: t('facts.by'),
      value: decidedBy(by),
    },
    by?.kind === 'grant' &&
      by.grantId !== undefined && { name: t('facts.grantId'), value: <Code text={by.grantId} /> },
    by?.kind === 'policy' && { name: t('facts.policyId'), value: <Code text={by.policyId} /> },
    samplingRule !== undefined && {
      name: t('facts.ruleBefore'),
      value: <Rule rule={samplingRule.before} />,
    },
    samplingRule !== undefined && {
      name: t('facts.ruleAfter'),
      value: <Rule rule={samplingRule.after} />,
    },
    flowRule !== undefined && {
      name: t('facts.textFrom'),
      value: (
        <RevealText text={flowRule.fromId === null ? t('facts.ownFiles') : flowRule.fromName} />
      ),
    },
    approvalMode !== undefined && {
      name: t('facts.ruleBefore'),
      value: words(`name.${approvalMode.before}`),
    },
    approvalMode !== undefined && {
      name: t('facts.ruleAfter'),
      value: words(`name.${approvalMode.after}`),
    },
    flowRule !== undefined && {
      name: t('facts.ruleBefore'),
      value: t(`facts.flow.${flowRule.before}`),
    },
    flowRule !== undefined && {
      name: t('facts.ruleAfter'),
      value: t(`facts.flow.${flowRule.after}`),
    },
    instructions !== undefined && {
      name: t('facts.instructions'),
      value: (
        <Code
          text={t('facts.sent', { count: instructions.characters, hash: instructions.sha256 })}
        />
      ),
    },
    flows !== undefined && {
      name: t('facts.textFrom'),
      value: <Flows flows={flows} />,
    },
    tokens !== undefined && {
      name: t('facts.tokens'),
      value: t(`facts.counted.${tokens.kind}`, { tokens: number(tokens.count) }),
    },
    withdrawn !== undefined && {
      name: t('facts.withdrawnBecause'),
      value: t(`withdrawn.${withdrawn}`),
    },
    fields !== undefined &&
      fields.length > 0 && {
        name: t('facts.fields'),
        value: <Fields fields={fields} more={moreFields ?? 0} />,
      },
    sent?.excerpt !== undefined && {
      name: t('facts.excerpt'),
      value: <Code text={sent.excerpt} />,
    },
    sent !== undefined && {
      name: t(sent.to === 'model' ? 'facts.sentModel' : 'facts.sentServer'),
      value: <Code text={t('facts.sent', { count: sent.characters, hash: sent.sha256 })} />,
    },
    received !== undefined && {
      name: t(record.kind === 'tool-call' ? 'facts.receivedServer' : 'facts.receivedModel'),
      value: (
        <Code
          text={t('facts.received', {
            count: received.characters,
            bytes: bytes(received.fileBytes),
            hash: received.sha256,
          })}
        />
      ),
    },
    serverIdentity !== undefined && {
      name: t('facts.serverIdentity'),
      value: <Code text={serverIdentity} />,
    },
    tool?.definition !== undefined && {
      name: t('facts.definition'),
      value: <Code text={tool.definition} />,
    },
  ]
  return [...facts.filter((fact) => fact !== false), ...retention]
}

/** Who decided it, in words: the person, or what they had given. */
function useDecidedBy() {
  const t = useT('activity')
  const rules = useT('permissions')
  const words = useModeWords()
  return (by: NonNullable<AuditRecord['by']>): string => {
    switch (by.kind) {
      case 'person':
        return t(by.inForm ? 'facts.personInForm' : 'facts.person')
      case 'grant':
        return t('facts.grant')
      case 'retention':
        return t('facts.retention', { count: by.days })
      case 'mode':
        return t('facts.mode', { mode: words(`name.${by.mode}`) })
      case 'flow-rule':
        return t('facts.flowRule')
      case 'policy': {
        const [rule, used] = [rules(`sampling.rule.${by.rule}`), by.usedTokens ?? 0]
        return by.tokensPerDay === undefined
          ? t('facts.policy', { rule, count: used })
          : t('facts.policyBudget', { rule, used, budget: by.tokensPerDay })
      }
    }
  }
}

/** Whose text the arguments of a call had. */
function Flows({ flows }: { flows: NonNullable<AuditRecord['flows']> }) {
  const t = useT('activity')
  return (
    <ul>
      {flows.map(({ fromId, fromName, characters }) => (
        <li key={JSON.stringify([fromId, fromName])}>
          <RevealText
            text={t('facts.textOf', {
              name: fromName === '' ? t('facts.ownMessages') : fromName,
              count: characters,
            })}
          />
        </li>
      ))}
    </ul>
  )
}

function Rule({ rule }: { rule: SamplingRule }) {
  const words = useSamplingRuleWords()
  return <RevealText text={words(rule)} />
}

/** Values that look like secrets were never recorded. */
function Fields({ fields, more }: { fields: NonNullable<AuditRecord['fields']>; more: number }) {
  const t = useT('activity')
  return (
    <ul>
      {fields.map(({ name, value }) => (
        <li key={name}>
          <RevealText
            text={
              value === undefined
                ? t('facts.fieldSecret', { name })
                : t('facts.field', { name, value })
            }
          />
        </li>
      ))}
      {more > 0 && <li className="text-fg-3">{t('facts.moreFields', { count: more })}</li>}
    </ul>
  )
}

function Code({ text }: { text: string }) {
  return (
    <span className="font-mono text-small wrap-anywhere">
      <RevealText text={text} />
    </span>
  )
}

/** Returns the subject of a record, in one line. Records of before tools were named hold only a title. */
export function subjectOf({ tool, subject }: Pick<AuditRecord, 'tool' | 'subject'>): string {
  return tool ? nameAndTitle(tool.name, tool.title) : subject
}

/** Facts of the record's retention setting and of its deletions. */
function useRetentionFacts({ retention, cut }: AuditRecord): KeyValue[] {
  const t = useT('activity')
  const { moment, number } = useFormats()
  const days = (count: number | null): string =>
    count === null ? t('facts.keptAlways') : t('facts.keptDays', { count })
  const facts: KeyValue[] = []
  if (retention)
    facts.push(
      { name: t('facts.keptBefore'), value: days(retention.before) },
      { name: t('facts.keptAfter'), value: days(retention.after) },
    )
  if (!cut) return facts
  const [first, last] = [number(cut.first), number(cut.through)]
  facts.push(
    {
      name: t('facts.deleted'),
      value: t('facts.deletedEntries', {
        count: cut.records,
        number: number(cut.records),
        first,
        last,
      }),
    },
    { name: t('facts.olderThan'), value: moment(cut.before) },
    {
      name: t('facts.lastDeleted'),
      value: (
        <span className="font-mono text-small wrap-anywhere">{cut.head || t('facts.noHash')}</span>
      ),
    },
  )
  if (cut.fault)
    facts.push({
      name: t('facts.deletedFault'),
      value: t('facts.deletedFaultAt', { record: number(cut.fault.record) }),
    })
  return facts
}
