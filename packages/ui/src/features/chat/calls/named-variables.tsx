import type { ToolCall } from '@gatehouse/domain'
import { variablesOfCall, type Mend } from '@gatehouse/domain/doctor'
import { KeyRound } from 'lucide-react'
import { Button, CardSection } from '../../../kit/index.ts'
import { useServers } from '../../../lib/queries/index.ts'
import { pendingMendKey } from '../../../lib/servers/pending-mend.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useT } from '../../../lib/words/i18n.ts'

/** The variables that a failed call asks for: each leads to the settings of its server, where nothing is saved yet. */
export function NamedVariables({ call }: { call: ToolCall }) {
  const t = useT('chat')
  const keep = useUi((ui) => ui.keep)
  const openServer = useUi((ui) => ui.openServer)
  const server = useServers().data?.find(({ config }) => config.id === call.serverId)
  if (server?.config.transport.kind !== 'stdio') return null
  const { id } = server.config
  const names = variablesOfCall(textOf(call))
  if (names.length === 0) return null
  return (
    <CardSection className="flex flex-wrap gap-2">
      {names.map((name) => (
        <Button
          key={name}
          size="small"
          icon={KeyRound}
          onClick={() => {
            keep(pendingMendKey(id), { kind: 'set-variable', name } satisfies Mend)
            openServer(id)
          }}
        >
          {t('call.setVariable', { name })}
        </Button>
      ))}
    </CardSection>
  )
}

function textOf({ error = '', result }: ToolCall): string {
  const texts = (result?.content ?? []).flatMap((block) =>
    'text' in block && typeof block.text === 'string' ? [block.text] : [],
  )
  return [error, ...texts].join('\n')
}
