import type { DraftTransport } from '@gatehouse/domain'
import type { LaunchPin } from '@gatehouse/domain/launch'
import type { ConnectionFactory, FoundLaunch } from '../ports/index.ts'
import { packageRunner } from './package-runner.ts'

/** A launch as it would be started now; null for an address. Runs nothing. */
export function inspectTransport(
  transport: DraftTransport,
  connections: Pick<ConnectionFactory, 'inspectLaunch'>,
  known?: LaunchPin,
): Promise<FoundLaunch | null> {
  if (transport.kind === 'http') return Promise.resolve(null)
  const { command, args, cwd } = transport
  const env: Record<string, string> = {}
  for (const { name, value, secret } of transport.env) if (!secret) env[name] = value ?? ''
  const lookFor = packageRunner(transport)?.lookFor ?? []
  return connections.inspectLaunch({ command, args, env, cwd }, { lookFor, known })
}
