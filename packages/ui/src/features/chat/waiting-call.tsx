import type { ToolCall } from '@gatehouse/domain'
import { Card, CardHeader, CardSection, Spinner } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { ArgumentsView } from './arguments-view.tsx'
import { ToolHeading } from './tool-heading.tsx'
import { ToolClaims } from './tool-claims.tsx'

/** A call between states: its question is on the way here, or its answer on the way back. */
export function WaitingCall({ call }: { call: ToolCall }) {
  const t = useT('chat')
  return (
    <Card hue={call.serverHue} waiting>
      <CardHeader
        aside={
          <>
            <ToolClaims annotations={call.annotations} />
            <Spinner size={12} label={t('call.status.waiting')} />
          </>
        }
      >
        <ToolHeading {...call} />
      </CardHeader>
      <CardSection padded={false}>
        <ArgumentsView value={call.arguments} label={t('call.arguments')} />
      </CardSection>
    </Card>
  )
}
