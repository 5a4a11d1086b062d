import { z } from 'zod'
import { timestampSchema } from '../../identifier.ts'

/** The packages of a launch as compared with the lists that ship with the app. Risks are listed apart. */
export const packageChecksSchema = z.object({
  /** Day of the list of malicious packages, as `YYYY-MM-DD`. */
  listDate: z.string(),
  /** Number of names in the list. */
  listSize: z.number().int().nonnegative(),
  packages: z.array(
    z.object({
      name: z.string(),
      /** Exact version; null where the launch names none. */
      version: z.string().nullable(),
      /** Time at which this version was published; null where it is not known. */
      publishedAt: timestampSchema.nullable(),
    }),
  ),
  /** Number of further packages that these need, which were compared too. */
  dependencies: z.number().int().nonnegative(),
  /** Parts of the launch whose packages cannot be told, or that no list covers. */
  unchecked: z.array(z.string()),
})
export type PackageChecks = z.infer<typeof packageChecksSchema>
