import { identifierSchema } from '@gatehouse/domain'
import {
  appViewContextSchema,
  appViewEventSchema,
  openedAppViewSchema,
} from '@gatehouse/domain/apps'
import { z } from 'zod'
import { route } from './route.ts'

/** A call that has its result. */
const placeSchema = z.object({
  conversationId: identifierSchema,
  turnId: identifierSchema,
  entryId: identifierSchema,
})

export const appViewEventPayloadSchema = z.object({
  viewId: identifierSchema,
  conversationId: identifierSchema,
  /** The call that the interface belongs to. */
  entryId: identifierSchema,
  event: appViewEventSchema,
})

export const appViewRoutes = {
  /** Opens the interface of a call (MCP Apps). Nothing of it runs before its frame is loaded. Fails with `chat/not-found`. */
  'app-view.open': route({ input: placeSchema, output: openedAppViewSchema, acts: 'free' }),
  /** Lets a changed interface be drawn, by the hash that was shown. Fails with `apps/changed`. */
  'app-view.accept-change': route({
    input: placeSchema.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.void(),
    acts: 'press',
  }),
  /** The proxy frame is loaded: main sends it the view's channel. Fails with `apps/not-open`. */
  'app-view.connect': route({
    input: z.object({ viewId: identifierSchema, context: appViewContextSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** The theme, the language or the room of a view changed. */
  'app-view.set-context': route({
    input: z.object({ viewId: identifierSchema, context: appViewContextSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** Ends a view; `took-focus` if it took the keyboard by itself. */
  'app-view.close': route({
    input: z.object({ viewId: identifierSchema, reason: z.enum(['closed', 'took-focus']) }),
    output: z.void(),
    acts: 'free',
  }),
}
