import type { ToolCall } from '@gatehouse/domain'
import { Card, CardHeader, CardSection, Spinner } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ArgumentsView } from './arguments-view.tsx'
import { ToolHeading } from '../calls/tool-heading.tsx'
import { ToolClaims } from './tool-claims.tsx'

/** A call between states: it is compared with what was read, or its question or answer is on the way. */
export function WaitingCall({ call }: { call: ToolCall }) {
  const t = useT('chat')
  return (
    <Card hue={call.serverHue} waiting>
      <CardHeader
        aside={
          <>
            <ToolClaims annotations={call.annotations} />
            <Spinner size={12} label={t('call.status.preparing')} />
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
