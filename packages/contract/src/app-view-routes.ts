import {
  appDrawingSchema,
  appGivingSchema,
  identifierSchema,
  serverViewSchema,
} from '@gatehouse/domain'
import {
  appViewContextSchema,
  appViewEventSchema,
  openedAppViewSchema,
  serverAppsSchema,
  viewBoxSchema,
} from '@gatehouse/domain/apps'
import { z } from 'zod'
import { byId, route } from './route.ts'

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
  /**
   * Opens the interface of a call in a window of its own, after consent where it asks for hosts or permissions that were
   * not given; an open one comes to the front. Fails with `chat/not-found`, `apps/changed`, `consent/too-many`.
   */
  'app-view.open-window': route({
    input: placeSchema,
    output: openedAppViewSchema,
    acts: 'own-press',
  }),
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
  /** Takes a picture of a view where it is drawn in the window, for when it no longer runs. */
  'app-view.take-picture': route({
    input: z.object({ viewId: identifierSchema, box: viewBoxSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** The latest picture of the interface of a call as a data URL; `null`: there is none. Fails with `chat/not-found`. */
  'app-view.picture': route({ input: placeSchema, output: z.string().nullable(), acts: 'free' }),
  /** The interfaces of a server, and the calls that they made. Fails with `server/not-found`. */
  'app-view.of-server': route({ input: byId, output: serverAppsSchema, acts: 'free' }),
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
  /**
   * Sets what interfaces of a server may be given after consent. Windows with more than that end. Fails with
   * `server/not-found`.
   */
  'app-view.set-giving': route({
    input: z.object({ id: identifierSchema, giving: appGivingSchema }),
    output: serverViewSchema,
    acts: { by: 'press', isFree: ({ giving }) => giving === 'never' },
  }),
  /** Takes back what an interface was given; its window ends. Nothing changes if nothing was. Fails with `server/not-found`. */
  'app-view.take-back': route({
    input: z.object({ id: identifierSchema, uri: z.string().max(2048) }),
    output: z.void(),
    // It takes a right away.
    acts: 'free',
  }),
  /** Ends a view; `took-focus` if it took the keyboard by itself. */
  'app-view.close': route({
    input: z.object({ viewId: identifierSchema, reason: z.enum(['closed', 'took-focus']) }),
    output: z.void(),
    acts: 'free',
  }),
}
