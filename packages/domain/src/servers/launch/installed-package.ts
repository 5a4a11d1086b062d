import { z } from 'zod'
import { timestampSchema } from '../../identifier.ts'
import { installEcosystemSchema, pythonOptionsSchema } from './wanted-package.ts'

/** A package that lies on this computer with all that it needs, in a folder of its own. */
export const installedPackageSchema = z.object({
  ecosystem: installEcosystemSchema.default('npm'),
  name: z.string(),
  version: z.string(),
  /** Version, range or tag that was asked for; empty = the newest. */
  wanted: z.string(),
  /** Absolute; everything of the installation is in it. Of an image: its name and digest. */
  folder: z.string(),
  /** Program of the package that is started, by its name there. */
  program: z.string(),
  /** Packages in the folder, this one included. */
  packages: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
  /** Bytes of all files. */
  size: z.number().nonnegative(),
  /** Time at which this version was published, as the registry says; absent where it is not known. */
  publishedAt: timestampSchema.optional(),
  pypi: pythonOptionsSchema.optional(),
  /** Packages whose install scripts or builds ran because the person allowed them by name. */
  scripts: z.array(z.string()),
})
export type InstalledPackage = z.infer<typeof installedPackageSchema>

/** The installation of a server. */
export const serverInstallationSchema = z.object({
  present: installedPackageSchema,
  /** The one before the last update, with its launch. Its folder stays until the next update. */
  former: z
    .object({
      package: installedPackageSchema,
      command: z.string(),
      /** Those before the server's own. */
      args: z.array(z.string()),
    })
    .optional(),
})
export type ServerInstallation = z.infer<typeof serverInstallationSchema>

/** Differences between the installation that a server has and the one that it is to have. */
export const installationDiffSchema = z.object({
  before: installedPackageSchema,
  /** Packages by name; null where there is none. */
  packages: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  files: z.object({
    added: z.number().int().nonnegative(),
    removed: z.number().int().nonnegative(),
    changed: z.number().int().nonnegative(),
  }),
})
export type InstallationDiff = z.infer<typeof installationDiffSchema>

/** Reasons for which nothing was installed. */
export const installProblemSchema = z.enum([
  'no-npm',
  'npm-too-old',
  'no-python',
  'no-pip',
  'no-docker',
  'docker-stopped',
  'other-source',
  'no-node',
  'not-found',
  'version-not-found',
  'registry-unreachable',
  'registry-refused',
  'certificate',
  'integrity',
  'disk-full',
  'not-allowed',
  'node-too-old',
  'not-for-this-system',
  'no-program',
  'several-programs',
  'not-for-node',
  'other-python',
  'needs-build',
  'script-failed',
  'failed',
])
export type InstallProblem = z.infer<typeof installProblemSchema>
