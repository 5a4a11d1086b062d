import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { appDisplayModeSchema } from './app-messages.ts'
import { appNeedsSchema } from '../content/drawn-app.ts'
import { appAccessSchema, givenAppAccessSchema, refusedNeedSchema } from './app-access.ts'

/** Views that run at once; another one ends the one that was opened first. */
export const MAX_LIVE_APP_VIEWS = 4

/** A reason for which a view does not run, or no longer does. */
export const appViewEndSchema = z.enum([
  /** It was closed: by its window, by itself, or for another view. */
  'closed',
  'closed-by-app',
  'replaced',
  /** It did not report within eight seconds that it is ready. */
  'not-started',
  /** Its process ended. */
  'crashed',
  /** It went to another address. */
  'navigated',
  /** It took the keyboard twice. */
  'took-focus',
  /** It sent more, larger or other messages than are read. */
  'over-limits',
  /** Its script did not come back, or its workers took all processors. */
  'spinning',
])
export type AppViewEnd = z.infer<typeof appViewEndSchema>

/** A reason for which a request of a view was not sent, or its response not passed on. */
const appBlockReasonSchema = z.enum([
  /** The host is not among those that the person agreed to. */
  'not-agreed',
  /** The name of the host leads into another network than it says. */
  'address',
  'web-socket',
  'too-many',
  'too-large',
])
export type AppBlockReason = z.infer<typeof appBlockReasonSchema>

/** The interface of a call, or the reason for which it is not drawn. */
export const openedAppViewSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    viewId: identifierSchema,
    /** The address of the proxy frame. */
    address: z.string(),
    needs: appNeedsSchema,
    /** A window of its own can give it some of its needs; `never`: it could, but for the setting of the server. */
    offer: z.enum(['window', 'never', 'nothing']),
  }),
  /** It runs in a window of its own. */
  z.object({
    state: z.literal('in-window'),
    viewId: identifierSchema,
    access: appAccessSchema,
    refused: z.array(refusedNeedSchema),
  }),
  /** The person gave it no window. */
  z.object({ state: z.literal('cancelled') }),
  /** The interface is another than the one that was drawn before, and waits for the person. */
  z.object({
    state: z.literal('changed'),
    /** SHA-256 of the HTML, in hex. */
    hash: z.string(),
    bytes: z.number().int().nonnegative(),
    needs: appNeedsSchema,
    before: z.object({
      at: timestampSchema,
      bytes: z.number().int().nonnegative(),
      needs: appNeedsSchema,
    }),
  }),
  z.object({
    state: z.literal('not-drawn'),
    /** `own-window`: a press opens it in a window of its own. */
    reason: z.enum(['off', 'own-window', 'no-html', 'too-large', 'not-read']),
  }),
])
export type OpenedAppView = z.infer<typeof openedAppViewSchema>

/** The interface of a tool as it was last drawn, by which a change is noticed. */
export const appPinSchema = z.object({
  serverId: identifierSchema,
  /** Digest of the server's identity. */
  serverIdentity: z.string(),
  uri: z.string(),
  /** SHA-256 of the HTML, in hex. */
  hash: z.string(),
  bytes: z.number().int().nonnegative(),
  needs: appNeedsSchema,
  at: timestampSchema,
  /** The latest access that the person gave, perhaps for an earlier page. */
  given: givenAppAccessSchema.optional(),
})
export type AppPin = z.infer<typeof appPinSchema>

/** The interfaces of a server, for its page. */
export const serverAppsSchema = z.object({
  /** By address. */
  apps: z.array(
    z.object({
      uri: z.string(),
      /** Names of the tools that declare it now. */
      tools: z.array(z.string()),
      /** The page that was drawn last; `null`: none was. */
      pin: appPinSchema
        .pick({ hash: true, bytes: true, needs: true, at: true, given: true })
        .nullable(),
    }),
  ),
  /** Calls that interfaces of the server made, in the latest records of Activity. */
  calls: z.number().int().nonnegative(),
})
export type ServerApps = z.infer<typeof serverAppsSchema>

/** The part of the host context that only the window knows (MCP Apps 2026-01-26, "Host Context"). */
export const appViewContextSchema = z.object({
  theme: z.enum(['light', 'dark']),
  locale: z.string().max(35),
  timeZone: z.string().max(64),
  /** Values of the specification's style keys, such as `--color-text-primary`. */
  variables: z
    .record(z.string().regex(/^--[a-z0-9-]{1,60}$/), z.string().max(400))
    .refine((all) => Object.keys(all).length <= 100),
  /** CSS pixels. */
  width: z.number().min(0).max(10_000),
  /** The most that an inline view gets; the height of others. */
  maxHeight: z.number().min(0).max(10_000),
  displayMode: appDisplayModeSchema,
})
export type AppViewContext = z.infer<typeof appViewContextSchema>

const pixelsSchema = z.number().min(0).max(10_000)

/** The part of the window in which a view is drawn. CSS pixels. */
export const viewBoxSchema = z.object({
  x: pixelsSchema,
  y: pixelsSchema,
  width: pixelsSchema,
  height: pixelsSchema,
})
export type ViewBox = z.infer<typeof viewBoxSchema>

/** Events of a running view. */
export const appViewEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  /** CSS pixels that the view wants. */
  z.object({ type: z.literal('resized'), height: z.number().nonnegative() }),
  /** A text of the view was put into the draft of its chat. */
  z.object({ type: z.literal('drafted'), what: z.enum(['message', 'context']) }),
  /** The view wants to be drawn otherwise. */
  z.object({ type: z.literal('mode-wanted'), mode: appDisplayModeSchema }),
  /** F6 or Escape was pressed in the window: a view that has the keyboard gives it back. */
  z.object({ type: z.literal('left') }),
  /** A request of a view in a window of its own was refused, for the first time with this host and reason. */
  z.object({
    type: z.literal('blocked'),
    host: z.string().max(300),
    reason: appBlockReasonSchema,
  }),
  z.object({ type: z.literal('ended'), reason: appViewEndSchema }),
])
export type AppViewEvent = z.infer<typeof appViewEventSchema>
