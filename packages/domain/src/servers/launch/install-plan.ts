import { z } from 'zod'
import { launchRiskSchema } from './launch-review.ts'
import { packageChecksSchema } from './package-checks.ts'

/** An npm command that installs one package, exactly as it runs. */
export const installPlanSchema = z.object({
  serverName: z.string(),
  /** `name` or `name@version`, as npm is asked for it. */
  spec: z.string(),
  /** Absolute path of the person's npm. */
  command: z.string(),
  args: z.array(z.string()),
  /** Absolute; made for this installation. */
  folder: z.string(),
  /**
   * The beginning of the launch from the disk; its last argument is the folder that has the program. Absent where it is
   * known only afterwards.
   */
  starts: z.object({ command: z.string(), args: z.array(z.string()) }).optional(),
  risks: z.array(launchRiskSchema),
  packageChecks: packageChecksSchema.optional(),
})
export type InstallPlan = z.infer<typeof installPlanSchema>
