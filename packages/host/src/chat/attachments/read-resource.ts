import { displayName, type ResourceAttachment } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { BlobStore } from '../../ports/index.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { PendingRequests } from '../../servers/pending-requests.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { lastPart, MAX_LABEL } from './attachment-labels.ts'
import { readContents } from './read-attachment.ts'
import type { ResourceFollows } from './resource-follows.ts'

type Dependencies = Pick<HostDependencies, 'ids' | 'clock'> & {
  registry: Pick<ServerRegistry, 'get'>
  requests: PendingRequests
  follows: ResourceFollows
}

/** A request of the window to a server: by its id it can be cancelled. */
export interface CancellableRequest {
  requestId?: string | undefined
  serverId: string
}

/** Where what was read goes. */
interface Target {
  conversationId: string
  blobs: BlobStore
  /** Puts it into the draft. What throws here attaches and follows nothing. */
  attach(read: ResourceAttachment): void
}

/** Reads a resource as the server's page does, attaches it, and follows it from then on. */
export async function attachRead(
  { requestId, serverId, uri }: CancellableRequest & { uri: string },
  { conversationId, blobs, attach }: Target,
  { registry, requests, ids, clock, follows }: Dependencies,
): Promise<ResourceAttachment> {
  const server = registry.get(serverId)
  const following = follows.begin(server, uri)
  try {
    const reading = await requests.run(requestId, (onProgress, signal) =>
      server.features.readResource({ uri, onProgress }, signal),
    )
    following.read()
    const readAt = clock.now()
    const { cost, contents } = await readContents(reading, blobs)
    const listed = server.cachedLists().resources?.find((one) => one.uri === uri)
    const name = (listed ? displayName(listed) : lastPart(uri)).slice(0, MAX_LABEL)
    const facts = { kind: 'resource', id: ids.next(), uri, name, contents, readAt } as const
    const read: ResourceAttachment = { ...facts, ...cost, ...serverAttribution(server) }
    attach(read)
    following.keep(conversationId, read)
    return read
  } finally {
    following.end()
  }
}

export const serverAttribution = ({ config }: ManagedServer) => ({
  serverId: config.id,
  serverName: config.name,
  serverHue: config.hue,
})
