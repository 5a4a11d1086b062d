import type { AuditRecord } from '@gatehouse/domain'
import { RevealText, type KeyValue } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'

/** Who decided, what exactly went out, and whom it was for, beyond names. */
export function useRecordFacts(record: AuditRecord): KeyValue[] {
  const t = useT('activity')
  const { bytes, number } = useFormats()
  const { by, sent, received, fields, moreFields, withdrawn, serverIdentity, tool } = record
  const facts: (KeyValue | false)[] = [
    by !== undefined && {
      name: t('facts.by'),
      value:
        by.kind === 'person'
          ? t('facts.person')
          : by.grantId === undefined
            ? t('facts.grant')
            : t('facts.grantId', { id: by.grantId }),
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
      value: (
        <Code text={t('facts.sent', { characters: number(sent.characters), hash: sent.sha256 })} />
      ),
    },
    received !== undefined && {
      name: t(record.kind === 'tool-call' ? 'facts.receivedServer' : 'facts.receivedModel'),
      value: (
        <Code
          text={t('facts.received', {
            characters: number(received.characters),
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
  return facts.filter((fact) => fact !== false)
}

/** Values that look like secrets were never recorded. */
function Fields({ fields, more }: { fields: NonNullable<AuditRecord['fields']>; more: number }) {
  const t = useT('activity')
  return (
    <ul>
      {fields.map(({ name, value }) => (
        <li key={name}>
          <RevealText text={`${name}: ${value ?? t('facts.secret')}`} />
        </li>
      ))}
      {more > 0 && <li className="text-fg-3">{t('facts.moreFields', { count: more })}</li>}
    </ul>
  )
}

function Code({ text }: { text: string }) {
  return (
    <span className="font-mono text-small break-all">
      <RevealText text={text} />
    </span>
  )
}
