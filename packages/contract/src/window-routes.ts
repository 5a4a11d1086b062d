import {
  conversationSchema,
  identifierSchema,
  INSTALL_LINK_CHARACTERS,
  settingsSchema,
} from '@gatehouse/domain'
import { z } from 'zod'
import { noInput, route } from './route.ts'

const entryRefSchema = z.strictObject({
  conversationId: identifierSchema,
  turnId: identifierSchema,
  entryId: identifierSchema,
  shownOnly: z.boolean().optional(),
})

/** An overlay of the main window that another window opens. */
const overlaySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['add-server', 'import-servers', 'import-chats', 'new-workspace']),
  }),
  z.strictObject({
    kind: z.literal('connect-model'),
    providerId: identifierSchema.optional(),
    discoveredUrl: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
  }),
])

/** A place to show in a window: named parts change, the rest stays. It triggers no action. */
export const windowPlaceSchema = z.strictObject({
  section: z.enum(['chats', 'servers', 'activity', 'workspaces', 'settings']).optional(),
  conversationId: identifierSchema.nullable().optional(),
  chatPlace: entryRefSchema.optional(),
  serverId: identifierSchema.nullable().optional(),
  serverTab: z
    .enum([
      'overview',
      'tools',
      'prompts',
      'resources',
      'skills',
      'interfaces',
      'tasks',
      'permissions',
      'sign-in',
      'settings',
      'logs',
      'traffic',
    ])
    .optional(),
  /** The tool to show. */
  tool: z.string().min(1).max(1024).optional(),
  grantId: identifierSchema.optional(),
  /** A link that proposes a server: "Add a server" is opened with it. */
  installLink: z.string().min(1).max(INSTALL_LINK_CHARACTERS).optional(),
  framePlace: z
    .strictObject({ serverId: identifierSchema, seq: z.number().int().nonnegative() })
    .optional(),
  workspaceId: identifierSchema.nullable().optional(),
  activityId: identifierSchema.nullable().optional(),
  settingsPage: z
    .enum(['general', 'models', 'servers', 'permissions', 'network', 'keychain', 'backup', 'about'])
    .optional(),
  overlay: overlaySchema.optional(),
})
export type WindowPlace = z.infer<typeof windowPlaceSchema>

/** The chats that other windows show. */
export const openWindowsSchema = z.object({
  /** True if the window with all sections is open. */
  hasMain: z.boolean(),
  /** The chats in windows of their own. */
  chats: z.array(z.object({ id: identifierSchema, kind: z.enum(['chat', 'quick']) })),
})
export type OpenWindows = z.infer<typeof openWindowsSchema>

export const windowRoutes = {
  'window.list': route({ input: noInput, output: openWindowsSchema, acts: 'free' }),
  /** Opens a chat in a window of its own, or brings that to the front, at an entry. Fails with `chat/not-found`. */
  'window.open-chat': route({
    input: z.object({ id: identifierSchema, at: entryRefSchema.optional() }),
    output: z.void(),
    // A window that comes to the front by itself could take a press that was meant for another.
    acts: 'own-press',
  }),
  /**
   * Brings the main window to the front, and to this place; opens it if it is closed. A chat that the calling window
   * shows goes with it, and the window closes.
   */
  'window.show-place': route({
    input: z.object({ place: windowPlaceSchema }),
    output: z.void(),
    acts: 'press',
  }),
  /** The place that the calling window was sent to since its last request; null if none. */
  'window.take-place': route({
    input: noInput,
    output: windowPlaceSchema.nullable(),
    acts: 'free',
  }),
  /** Opens the small window for a quick question, or brings it to the front. */
  'window.open-quick': route({ input: noInput, output: z.void(), acts: 'own-press' }),
  /**
   * The chat of the quick-ask window: the last one for ten minutes after it was hidden, else a new one; with
   * `isNew` always a new one. An empty chat is reused. Fails with `window/not-quick` elsewhere.
   */
  'window.quick-chat': route({
    input: z.object({ isNew: z.boolean() }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Hides the calling quick-ask window; its chat continues. Fails with `window/not-quick` elsewhere. */
  'window.hide': route({ input: noInput, output: z.void(), acts: 'free' }),
  /**
   * Returns true if the shortcut of the settings is registered for this app; false while another program has it.
   */
  'window.quick-shortcut': route({
    input: noInput,
    output: z.object({ isActive: z.boolean() }),
    acts: 'free',
  }),
  /** True for each part of the desktop that a setting needs and that was not found now. */
  'window.missing-parts': route({
    input: noInput,
    output: z.object({ tray: z.boolean(), shortcut: z.boolean() }),
    acts: 'free',
  }),
  /** The key that opens quick ask. Fails with `shortcut/taken` when the system does not give it, and nothing changes. */
  'window.set-quick-shortcut': route({
    input: z.object({ accelerator: settingsSchema.shape.quickAskShortcut.unwrap() }),
    output: settingsSchema,
    // The key is taken from all programs.
    acts: { by: 'press', isFree: ({ accelerator }) => accelerator === null },
  }),
}
