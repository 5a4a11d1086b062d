import {
  askSchema,
  conversationSchema,
  discoveredProviderSchema,
  frameSchema,
  identifierSchema,
  logLineSchema,
  modelProviderSchema,
  serverViewSchema,
  settingsSchema,
  turnEventSchema,
  vaultStateSchema,
} from '@gatehouse/domain'
import { z } from 'zod'

const removed = z.object({ id: identifierSchema })

/** Everything main tells the renderer unasked. */
export const events = {
  'server.changed': serverViewSchema,
  'server.removed': removed,
  'server.tools-changed': removed,
  'server.list-changed': z.object({ id: identifierSchema, list: z.enum(['prompts', 'resources']) }),
  'server.resource-updated': z.object({ id: identifierSchema, uri: z.string() }),
  'server.logged': z.array(logLineSchema),
  'server.framed': z.array(frameSchema),
  'chat.changed': conversationSchema,
  'chat.removed': removed,
  'turn.events': z.object({
    conversationId: identifierSchema,
    turnId: identifierSchema,
    events: z.array(turnEventSchema),
  }),
  'ask.changed': askSchema,
  'provider.changed': modelProviderSchema,
  'provider.removed': removed,
  'provider.discovered': z.array(discoveredProviderSchema),
  'settings.changed': settingsSchema,
  'vault.changed': vaultStateSchema,
}

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>
