import type { FormProblem, ToolWarnings as Warnings } from '@gatehouse/domain'
import { Info, TriangleAlert } from 'lucide-react'
import { Callout, CardSection, classNames, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

interface ToolWarningsProps {
  serverName: string
  toolName: string
  warnings: Warnings & { unasked?: number | undefined; notByForm?: FormProblem | undefined }
}

/** Reasons for which an allowed tool is asked about, and names that it could be mistaken for. */
export function ToolWarnings({ serverName: server, toolName, warnings }: ToolWarningsProps) {
  const t = useT('chat')
  const { voided, unasked, notByForm, renamedFrom, similar = [] } = warnings
  return (
    <>
      {notByForm && (
        <CardSection>
          <Callout tone="warning">{t(`call.notByForm.${notByForm}`)}</Callout>
        </CardSection>
      )}
      {voided && (
        <CardSection>
          <Callout tone="warning">{t(`call.voided.${voided}`)}</Callout>
        </CardSection>
      )}
      {unasked !== undefined && (
        <CardSection>
          <Callout tone="warning">{t('call.unasked', { count: unasked })}</Callout>
        </CardSection>
      )}
      {renamedFrom !== undefined && (
        <CardSection>
          <Callout tone="warning">
            <RevealText text={t('call.renamed', { server, name: oneLine(renamedFrom) })} />
          </Callout>
        </CardSection>
      )}
      {similar.map((other) => (
        <CardSection key={`${other.serverName} ${other.toolName}`}>
          <p
            data-testid="similar-tool"
            // The very same name is common, and the card says whose tool it is; one that only looks so is made.
            className={classNames(
              'flex items-start gap-1.5 text-small',
              other.toolName === toolName ? 'text-fg-2' : 'font-medium text-warning',
            )}
          >
            <Icon
              icon={other.toolName === toolName ? Info : TriangleAlert}
              size={14}
              className="mt-0.5"
            />
            <RevealText
              text={t('call.similar', {
                server,
                other: oneLine(other.serverName),
                name: oneLine(other.toolName),
              })}
            />
          </p>
        </CardSection>
      ))}
    </>
  )
}
