import type { DraftTransport, ServerConfig } from '@gatehouse/domain'
import type { ServerExamination } from '@gatehouse/domain/doctor'
import { fillDraft, placeholdersOf, type PlaceholderSource } from '@gatehouse/domain/launch'
import { inspectTransport } from '../../launch-review/launch-inspection.ts'
import type { ConnectionFactory } from '../../ports/index.ts'
import type { ServerToOpen } from './open-server.ts'

/** Collects what is known of a server for a diagnosis. Starts nothing and asks no one. */
export async function examineServer(
  { config, journal }: Pick<ServerToOpen, 'config' | 'journal'>,
  connections: Pick<ConnectionFactory, 'inspectLaunch'>,
  current: PlaceholderSource,
): Promise<Omit<ServerExamination, 'platform'>> {
  const transport = draftTransportOf(config)
  const placeholders = placeholdersOf(config.transport, () => current)
  const found =
    transport &&
    (await inspectTransport(fillDraft(transport, placeholders), connections, config.pin))
  return {
    home: current.userHome,
    launch: found && {
      path: found.resolution.path,
      lookedIn: found.resolution.lookedIn,
      programs: (found.programs ?? []).map(({ command, path }) => ({ command, path })),
      ...(found.runtime ? { runtime: found.runtime } : {}),
    },
    start: journal.start.last,
  }
}

function draftTransportOf({ transport }: ServerConfig): DraftTransport | null {
  if (transport.kind === 'http') return null
  const env = transport.env.map(({ name, value }) =>
    value.kind === 'plain'
      ? { name, value: value.value, secret: false }
      : { name, value: null, secret: true },
  )
  return { ...transport, env }
}
