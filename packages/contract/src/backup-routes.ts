import {
  backupFileSchema,
  keptDataSchema,
  PASSPHRASE,
  restorePreviewSchema,
} from '@gatehouse/domain/backup'
import { z } from 'zod'
import { noInput, route } from './route.ts'

const withPassphrase = z.object({ passphrase: z.string().min(1).max(PASSPHRASE.max) })

/** Routes for backups of all data. */
export const backupRoutes = {
  /**
   * Writes all data but secrets to an encrypted file that the person picks in the system's dialog. `null` when they
   * closed it. Fails with `backup/busy`, `backup/cancelled`, `backup/not-written`, `store/…`.
   */
  'backup.make': route({
    input: z.object({ passphrase: z.string().min(PASSPHRASE.min).max(PASSPHRASE.max) }),
    output: z.object({ path: z.string() }).nullable(),
    acts: 'press',
  }),
  /** Reads the head of a backup that the person picks; `null` when they closed the dialog. Fails with `backup/…`. */
  'backup.choose': route({ input: noInput, output: backupFileSchema.nullable(), acts: 'press' }),
  /**
   * Unpacks the chosen backup beside the present data, and returns what it holds. Fails with
   * `backup/wrong-passphrase`, `backup/cut-off`, `backup/damaged`, `backup/newer`, `backup/cancelled`, `store/…`.
   */
  'backup.unpack': route({ input: withPassphrase, output: restorePreviewSchema, acts: 'press' }),
  /**
   * Replaces all data by the unpacked ones, confirmed in the consent window, and restarts the app. Fails with
   * `backup/not-chosen`, `backup/keychain-locked`, `consent/too-many`.
   */
  'backup.restore': route({
    input: noInput,
    output: z.object({ outcome: z.enum(['restarting', 'cancelled']) }),
    acts: 'own-press',
  }),
  /** Cancels what runs, and removes unpacked data. */
  'backup.cancel': route({ input: noInput, output: z.void(), acts: 'free' }),
  /** The data that the last restore replaced; `null` for none. */
  'backup.kept': route({ input: noInput, output: keptDataSchema.nullable(), acts: 'free' }),
  /** Exchanges the present data with the replaced ones, and restarts the app. Fails as `backup.restore` does. */
  'backup.put-back': route({ input: noInput, output: z.void(), acts: 'own-press' }),
  /** Deletes the replaced data. */
  'backup.remove-kept': route({ input: noInput, output: z.void(), acts: 'press' }),
}
