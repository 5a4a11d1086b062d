import { z } from 'zod'
import { launchRiskSchema } from './launch-review.ts'
import { packageChecksSchema } from './package-checks.ts'
import { installEcosystemSchema } from './wanted-package.ts'

/** The commands that install one package, exactly as they run. */
export const installPlanSchema = z.object({
  serverName: z.string(),
  ecosystem: installEcosystemSchema,
  /** Program that installs: `npm`, `uv`, `pip`. */
  installer: z.string(),
  /** The package with its version, as the installer is asked for it. */
  spec: z.string(),
  /** Absolute path of each program, and its arguments, in their order. */
  steps: z.array(z.object({ command: z.string(), args: z.array(z.string()) })).min(1),
  /** Absolute; made for this installation. */
  folder: z.string(),
  /**
   * The beginning of the launch from the disk; its last argument is the folder that has the program. Absent where it is
   * known only afterwards. `interpreter`: the program that `command` will be a link to.
   */
  starts: z
    .object({
      command: z.string(),
      args: z.array(z.string()),
      interpreter: z.string().optional(),
    })
    .optional(),
  risks: z.array(launchRiskSchema),
  packageChecks: packageChecksSchema.optional(),
})
export type InstallPlan = z.infer<typeof installPlanSchema>
