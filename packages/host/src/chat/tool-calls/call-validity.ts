import { abortCodeOf, GatehouseError, STOPPED_BY_PERSON } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { PendingCall } from './pending-call.ts'
import { definitionHash } from '../tool-offers/tool-catalog.ts'

/** Throws `call/cancelled` if a call was cancelled before it was sent. */
export function assertNotCancelled(unsent: AbortSignal): void {
  if (unsent.aborted) throw new GatehouseError('call/cancelled', cancelMessage(unsent))
}

/** True if the server is still the one that the call was made for and offers the same tool. */
export function matchesProposal(
  { server, identity, tool }: PendingCall,
  digest: HostDependencies['digest'],
): boolean {
  if (server.identity !== identity) return false
  const present = server.tools().find((candidate) => candidate.name === tool.name)
  return present !== undefined && definitionHash(present, digest) === definitionHash(tool, digest)
}

/** Throws `call/tool-changed` if nothing is left that a person could allow. */
export function assertStillApprovable(
  pending: PendingCall,
  digest: HostDependencies['digest'],
): void {
  const { server, tool } = pending
  if (server.lifecycle.isRetired)
    throw new GatehouseError('call/tool-changed', removedMessage(pending))
  if (matchesProposal(pending, digest)) return
  throw new GatehouseError(
    'call/tool-changed',
    `${server.config.name} is another program or address, or changed or removed ${tool.name}, before this call could be decided, so it was not made.`,
  )
}

export function removedMessage({ server, tool }: PendingCall): string {
  return `${server.config.name} was removed from Gatehouse, so this call of ${tool.name} was not made.`
}

/** The message of a call that was ended. */
export function cancelMessage(signal: AbortSignal): string {
  switch (abortCodeOf(signal)) {
    case 'app-quit':
      return 'Gatehouse was quit before this call was over.'
    case 'not-saved':
      return 'Another call of this step could not be saved on disk, so this one was not made.'
    default:
      return STOPPED_BY_PERSON
  }
}
