import type { ServerView } from '@gatehouse/domain'

/** Whether a running server announced it. */
export function hasCapability({ connection }: ServerView, name: string): boolean {
  return connection.status === 'ready' && connection.info.capabilities[name] !== undefined
}
