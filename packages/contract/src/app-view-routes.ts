import { appDrawingSchema, identifierSchema, serverViewSchema } from '@gatehouse/domain'
import {
  appViewContextSchema,
  appViewEventSchema,
  openedAppViewSchema,
  serverAppsSchema,
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
  /** The interfaces of a server, and the calls that they made. Fails with `server/not-found`. */
  'app-view.of-server': route({
    input: z.object({ id: identifierSchema }),
    output: serverAppsSchema,
    acts: 'free',
  }),
  /**
   * Sets how interfaces of a server are drawn; `null`: as the setting for all servers. Running ones end if they are
   * no longer drawn. Fails with `server/not-found`.
   */
  'app-view.set-for-server': route({
    input: z.object({ id: identifierSchema, apps: appDrawingSchema.nullable() }),
    output: serverViewSchema,
    // Text alone takes a right away.
    acts: { by: 'press', isFree: ({ apps }) => apps === 'text' },
  }),
  /** Ends a view; `took-focus` if it took the keyboard by itself. */
  'app-view.close': route({
    input: z.object({ viewId: identifierSchema, reason: z.enum(['closed', 'took-focus']) }),
    output: z.void(),
    acts: 'free',
  }),
}
