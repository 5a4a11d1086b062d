import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/** Characters of the passphrase of a backup. */
export const PASSPHRASE = { min: 10, max: 1000 }

/** Facts of a backup file that can be read without its passphrase. */
export const backupFileSchema = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  madeAt: timestampSchema,
  /** The version of Gatehouse that wrote it. */
  app: z.string(),
})
export type BackupFile = z.infer<typeof backupFileSchema>

/** A program that a restored server runs, or the address at which it is reached. */
export const restoredServerSchema = z.object({
  name: z.string(),
  hue: z.number().int().nonnegative(),
  /** Its command line or URL, then each variable or header, one a line; a secret without its value. */
  launch: z.string(),
  /** False if its files were installed by Gatehouse and are not on this computer. */
  isHere: z.boolean(),
})

/** Content of a backup beside the present data that it replaces. */
export const restorePreviewSchema = z.object({
  file: backupFileSchema,
  chats: z.object({ now: z.number().int(), restored: z.number().int() }),
  servers: z.array(restoredServerSchema),
  providers: z.array(z.object({ name: z.string(), baseUrl: z.string() })),
  /** The proxy of the app's network settings; '' for none. */
  proxy: z.string(),
  /** Standing permissions. */
  permissions: z.number().int().nonnegative(),
  /** Names of the secrets to be entered again, by owner. */
  secrets: z.array(z.object({ owner: z.string(), count: z.number().int().positive() })),
})
export type RestorePreview = z.infer<typeof restorePreviewSchema>

/** The data that the last restore replaced. */
export const keptDataSchema = z.object({ replacedAt: timestampSchema })
export type KeptData = z.infer<typeof keptDataSchema>

export const backupProgressSchema = z.object({
  step: z.enum(['writing', 'reading']),
  /** From 0 to 1. */
  part: z.number().min(0).max(1),
})
export type BackupProgress = z.infer<typeof backupProgressSchema>
