import {
  identifierSchema,
  titleModelSchema,
  settingsSchema,
  vaultStateSchema,
} from '@gatehouse/domain'
import { linkDoubtSchema } from '@gatehouse/domain/links'
import { spellingViewSchema } from '@gatehouse/domain/spelling'
import { SPELLING_LIMITS } from '@gatehouse/domain/spelling-limits'
import { z } from 'zod'
import { MAX_DIAGRAM_CHARACTERS } from './diagram-limit.ts'
import { noInput, route } from './route.ts'

export const appInfoSchema = z.object({
  version: z.string(),
  electronVersion: z.string(),
  chromeVersion: z.string(),
  platform: z.string(),
  /** The person's system language (BCP 47). */
  systemLocale: z.string(),
  dataFolder: z.string(),
  /** The person's home folder, by which paths are shortened. */
  homeFolder: z.string(),
  /** True when Chromium's sandbox is off (started as root). */
  sandboxDisabled: z.boolean(),
  /** True for the installed app: links of its own scheme open it. */
  opensByLink: z.boolean(),
  /** True in development and tests with an Electron older than the release's. */
  fallbackRuntime: z.boolean(),
  /** The path to which a damaged file with chats and settings was moved at this start, if one was. */
  damagedStore: z.string().nullable(),
})
export type AppInfo = z.infer<typeof appInfoSchema>

/**
 * The starts that are held back because the app ended without quitting (`app-ended`) or the window's process died
 * (`window-ended`). Null when none is.
 */
export const safeStartSchema = z
  .object({
    cause: z.enum(['app-ended', 'window-ended']),
    /** The chat that was open and is held back. */
    chat: z.object({ id: identifierSchema, title: z.string() }).nullable(),
    /** The servers whose automatic start is held back. */
    servers: z.array(z.object({ id: identifierSchema, name: z.string() })),
  })
  .nullable()
export type SafeStartView = z.infer<typeof safeStartSchema>

/** The result of drawing a diagram. Sizes are in CSS pixels; the picture itself has more. */
const diagramSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('drawn'),
    /** A PNG in base64. */
    picture: z.string(),
    width: z.number().positive(),
    height: z.number().positive(),
  }),
  /** The message is in the words of the parser, which quote the text. */
  z.object({ state: z.literal('unreadable'), message: z.string() }),
  z.object({ state: z.enum(['too-slow', 'too-large', 'busy', 'failed']) }),
])

export const appRoutes = {
  'app.info': route({ input: noInput, output: appInfoSchema, acts: 'free' }),
  'app.safe-start': route({ input: noInput, output: safeStartSchema, acts: 'free' }),
  /** Opens the chat, or starts the servers, that a crash held back. */
  'app.resume': route({
    input: z.object({ what: z.enum(['chat', 'servers']) }),
    output: safeStartSchema,
    acts: {
      by: 'own-press',
      isFree: ({ what }) => what === 'chat',
      record: () => ({ kind: 'start-resumed', serverId: null }),
    },
  }),
  'app.spelling': route({ input: noInput, output: spellingViewSchema, acts: 'free' }),
  /**
   * Words that are in no dictionary in use and were not added by the person; none when the check is off. Sends
   * nothing.
   */
  'app.check-spelling': route({
    input: z.object({
      words: z
        .array(z.string().max(SPELLING_LIMITS.wordCharacters))
        .max(SPELLING_LIMITS.checkedAtOnce),
    }),
    output: z.array(z.string()),
    acts: 'free',
  }),
  'app.settings': route({ input: noInput, output: settingsSchema, acts: 'free' }),
  'app.change-settings': route({
    input: z.object(
      // Without defaults, so that what is not named is not changed.
      {
        theme: settingsSchema.shape.theme.unwrap().optional(),
        language: settingsSchema.shape.language.unwrap().optional(),
        fontSize: settingsSchema.shape.fontSize.unwrap().optional(),
        density: settingsSchema.shape.density.unwrap().optional(),
        dismissedCards: settingsSchema.shape.dismissedCards.unwrap().max(3).optional(),
        defaultModel: settingsSchema.shape.defaultModel.unwrap().optional(),
        samplingModel: settingsSchema.shape.samplingModel.unwrap().optional(),
        favouriteModels: settingsSchema.shape.favouriteModels.unwrap().optional(),
        notifications: settingsSchema.shape.notifications.unwrap().optional(),
        notificationSound: settingsSchema.shape.notificationSound.unwrap().optional(),
        keepInTray: settingsSchema.shape.keepInTray.unwrap().optional(),
        spelling: settingsSchema.shape.spelling.unwrap().optional(),
        stepLimit: settingsSchema.shape.stepLimit.unwrap().optional(),
        sendWith: settingsSchema.shape.sendWith.unwrap().optional(),
        pictureMetadata: settingsSchema.shape.pictureMetadata.unwrap().optional(),
        whileAnswering: settingsSchema.shape.whileAnswering.unwrap().optional(),
        toolSearch: settingsSchema.shape.toolSearch.unwrap().optional(),
        toolSearchShare: settingsSchema.shape.toolSearchShare.unwrap().optional(),
        apps: settingsSchema.shape.apps.unwrap().optional(),
        contextWarning: settingsSchema.shape.contextWarning.unwrap().optional(),
      },
    ),
    output: settingsSchema,
    // What draws interfaces of servers, or sends where a picture was made, is the person's choice.
    acts: {
      by: 'press',
      isFree: ({ apps, pictureMetadata }) => apps !== 'inline' && pictureMetadata !== 'kept',
    },
  }),
  /** The model that gets the first message and answer of each new chat to name it. */
  'app.set-title-model': route({
    input: z.object({ model: titleModelSchema }),
    output: settingsSchema,
    // The first message of each new chat then goes to that model once more; turning it off is free.
    acts: { by: 'press', isFree: ({ model }) => model === null },
  }),
  'app.vault': route({ input: noInput, output: vaultStateSchema, acts: 'free' }),
  /** Looks again for a keychain. */
  'app.probe-vault': route({ input: noInput, output: vaultStateSchema, acts: 'free' }),
  /**
   * Opens an http(s) link in the system's browser after the person clicked it. An address that may carry text of
   * the chat is shown in the consent window first. `conversationId`: its chat; `null` for the app's own pages.
   * `doubt`: the mismatch of the link's words. Fails with `link/refused`, `link/failed`, `link/not-allowed`,
   * `chat/not-found`, `consent/too-many`.
   */
  'app.open-link': route({
    input: z.object({
      url: z.url({ protocol: /^https?$/ }).max(8192),
      conversationId: identifierSchema.nullable(),
      doubt: linkDoubtSchema.optional(),
    }),
    output: z.object({ outcome: z.enum(['opened', 'cancelled']) }),
    acts: 'own-press',
  }),
  /** Forgets a host of links: its links are asked about again. */
  'app.forget-link-host': route({
    input: z.object({ origin: z.url({ protocol: /^https?$/ }).max(8192) }),
    output: settingsSchema,
    acts: 'free',
  }),
  /** Opens the native folder picker; `null` when the person closed it. */
  'app.pick-folder': route({ input: noInput, output: z.string().nullable(), acts: 'press' }),
  /** Lets the person pick a file and reads nothing; `null` when they closed the dialog. */
  'app.pick-file': route({ input: noInput, output: z.string().nullable(), acts: 'press' }),
  /** Lets the person pick several folders; empty when they closed the dialog. */
  'app.pick-folders': route({ input: noInput, output: z.array(z.string()), acts: 'press' }),
  /**
   * Draws a diagram in a process of its own, which ends with it. `too-slow` after some seconds, `busy` when too
   * many are queued, `failed` also when the requesting page is gone.
   */
  'diagram.draw': route({
    input: z.object({
      source: z.string().min(1).max(MAX_DIAGRAM_CHARACTERS),
      theme: z.enum(['light', 'dark']),
    }),
    output: diagramSchema,
    acts: 'free',
  }),
}
