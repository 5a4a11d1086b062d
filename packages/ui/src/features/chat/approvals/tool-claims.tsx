import { toolHints, type ToolAnnotations } from '@gatehouse/domain'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** The server's declarations about its own tool, marked as its own words. */
export function ToolClaims({ annotations }: { annotations: ToolAnnotations | undefined }) {
  const t = useT('chat')
  if (!annotations) return null
  const hint = t('call.claimsHint')
  return (
    <>
      {toolHints({ annotations }).isReadOnly && (
        <Badge title={hint}>{t('call.hints.readOnly')}</Badge>
      )}
      {annotations.destructiveHint === true && (
        <Badge tone="warning" icon={TriangleAlert} title={hint}>
          {t('call.hints.destructive')}
        </Badge>
      )}
    </>
  )
}
