import type { ServerView } from '@gatehouse/domain'

/** True if a running server announced the capability. */
export function hasCapability({ connection }: ServerView, name: string): boolean {
  return connection.status === 'ready' && connection.info.capabilities[name] !== undefined
}
