import { z } from 'zod'
import { ownPromptSchema } from '../chats/own-prompt.ts'
import { OWN_PROMPT_LIMITS } from '../chats/own-prompt-text.ts'
import { acceleratorSchema } from './accelerator.ts'
import { appDrawingSchema } from '../servers/server-behaviour.ts'
import { CHAT_SETUP_LIMITS, chatPresetSchema, newChatsSchema } from '../models/chat-setup.ts'
import { auditDaysSchema } from '../audit/audit-retention.ts'
import { modelRefSchema, titleModelSchema } from '../models/model.ts'
import { pickedRuntimesSchema } from '../servers/launch/runtimes.ts'
import { linkHostSchema, MAX_LINK_HOSTS } from './opened-link.ts'
import { networkSettingsSchema } from './network-settings.ts'
import { contextWarningSchema } from '../models/sent-request.ts'
import { spellingSettingsSchema } from './spelling.ts'
import { MAX_TRUSTED_SIGNERS, trustedSignerSchema } from './trusted-signer.ts'
import { toolSearchModeSchema, toolSearchShareSchema } from '../models/tool-search.ts'

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', 'en', 'zh-CN']).default('system'),
  /** Of all text, as a step beside the usual size. */
  fontSize: z.enum(['small', 'normal', 'large', 'larger']).default('normal'),
  /** Space between the parts of the window. */
  density: z.enum(['normal', 'compact']).default('normal'),
  /** `import`: older settings may have it, and nothing reads it. */
  dismissedCards: z.array(z.enum(['model', 'server', 'import'])).default([]),
  /** The model that new chats begin with; `null` = manual mode. */
  defaultModel: modelRefSchema.nullable().default(null),
  /** The model that servers are answered with where they hint at none; `null` = that of new chats. */
  samplingModel: modelRefSchema.nullable().default(null),
  titleModel: titleModelSchema.default('chat'),
  /** Models that are listed first. */
  favouriteModels: z.array(modelRefSchema).max(100).default([]),
  /** True if the system notifies of pending asks while the window has no focus. */
  notifications: z.boolean().default(true),
  notificationSound: z.boolean().default(false),
  /** True if the app continues without a window, reached by its icon in the tray. */
  keepInTray: z.boolean().default(false),
  /** The key that opens quick ask wherever the person is; `null`: none does. */
  quickAskShortcut: acceleratorSchema.nullable().default(null),
  /** Deleting more than before is consented to in a window of its own. */
  auditDays: auditDaysSchema.default(null),
  stepLimit: z.number().int().min(1).max(200).default(20),
  /** The key that sends a message; with `mod-enter`, Enter begins a new line. */
  sendWith: z.enum(['enter', 'mod-enter']).default('enter'),
  /** The effect of sending while an answer runs: the message waits for it, or the answer is stopped. */
  whileAnswering: z.enum(['queue', 'stop']).default('queue'),
  /** Location and camera data of attached pictures: kept or removed; the person can decide for each. */
  pictureMetadata: z.enum(['removed', 'kept']).default('removed'),
  ownPrompts: z.array(ownPromptSchema).max(OWN_PROMPT_LIMITS.count).default([]),
  chatPresets: z.array(chatPresetSchema).max(CHAT_SETUP_LIMITS.presets).default([]),
  /** When tools are offered by search, and from which share of the model's context on. */
  toolSearch: toolSearchModeSchema.default('share'),
  toolSearchShare: toolSearchShareSchema.default(10),
  /** From which share of the model's context on the person is warned. */
  contextWarning: contextWarningSchema.default(80),
  /** Changed in the consent window where a proxy or authorities are new. */
  network: networkSettingsSchema.default({ proxy: 'system', authorities: null }),
  /** Hosts whose plain addresses are opened without a question; the person adds them in the consent window. */
  linkHosts: z.array(linkHostSchema).max(MAX_LINK_HOSTS).default([]),
  /** Signers of bundles; the person adds them in the consent window. */
  trustedSigners: z.array(trustedSignerSchema).max(MAX_TRUSTED_SIGNERS).default([]),
  /** The person picks them in a dialog of the system. */
  pickedRuntimes: pickedRuntimesSchema.default([]),
  /** Interfaces of servers (MCP Apps): drawn in the chat, or their results shown as text. */
  apps: appDrawingSchema.default('inline'),
  newChats: newChatsSchema.default({ kind: 'plain' }),
  spelling: spellingSettingsSchema.default({ isOn: true, languages: null, words: [] }),
})
export type Settings = z.infer<typeof settingsSchema>
