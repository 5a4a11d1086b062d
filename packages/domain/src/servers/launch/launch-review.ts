import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../../identifier.ts'
import { foundProgramSchema } from './effective-launch.ts'
import { installationDiffSchema, serverInstallationSchema } from './installed-package.ts'
import { fileChangeSchema, launchPinSchema } from './launch-pin.ts'
import { packageChecksSchema } from './package-checks.ts'
import { foundRuntimeSchema } from './runtimes.ts'
import { placeholderSchema } from './placeholder-value.ts'
import { serverDraftSchema } from '../server-draft.ts'

/**
 * A part of a launch that deserves a second look, and the reason. `where` names the part, `value` is the part
 * itself.
 */
export const launchRiskSchema = z.object({
  code: z.enum([
    'shell',
    'elevated',
    'deletes-files',
    'downloads-code',
    'unpinned-package',
    'code-not-pinned',
    'broad-directory',
    'sensitive-directory',
    'invisible-characters',
    'plain-http',
    'local-network',
    'credentials-in-url',
    'secret-in-arguments',
    'command-not-found',
    'decides-program',
    'reads-traffic',
    'host-variable',
    'project-runner',
    'this-machine',
    'metadata-address',
    'disguised-host',
    'malicious-package',
    'malicious-versions',
    'lookalike-package',
    'package-twin',
    'new-package',
  ]),
  where: z.enum([
    'command',
    'argument',
    'environment',
    'directory',
    'url',
    'header',
    'network',
    'issuer',
  ]),
  value: z.string(),
  /** The receiver of a variable, the file that was found, or what another spelling or name means. */
  detail: z.string().optional(),
})
export type LaunchRisk = z.infer<typeof launchRiskSchema>

/** The path of a command, or every folder in which it was looked for (in order). */
export const commandResolutionSchema = z.object({
  path: z.string().nullable(),
  lookedIn: z.array(z.string()),
})
export type CommandResolution = z.infer<typeof commandResolutionSchema>

/**
 * The exact launch that the person reviews before a server is added (MCP SEP-1024), never shortened. Only a reviewed
 * launch can be saved, by `id`, once.
 */
export const launchReviewSchema = z.object({
  id: identifierSchema,
  draft: serverDraftSchema,
  resolution: commandResolutionSchema.nullable(),
  risks: z.array(launchRiskSchema),
  /** Absent for a launch that starts no package. */
  packageChecks: packageChecksSchema.optional(),
  /** The present files that decide which code runs; null for an address or a missing command. */
  pin: launchPinSchema.nullable(),
  /** The programs that the command starts, one inside of the other; the last runs in the end. Absent where it starts none. */
  programs: z.array(foundProgramSchema).optional(),
  /** Absent where it needs none, or none was found. */
  runtime: foundRuntimeSchema.optional(),
  /** Its differences from the launch allowed before. */
  fileChanges: z.array(fileChangeSchema),
  /** The present values of its placeholders; absent for a launch without any. */
  placeholders: z.array(placeholderSchema).optional(),
  /** The installation that it starts from; absent for any other launch. */
  installation: serverInstallationSchema.optional(),
  /** Its differences from the installation that the server has; absent where it has none. */
  installationDiff: installationDiffSchema.optional(),
  /** Names of stored secrets that the changed launch is given. Absent = it is given those of the same launch only. */
  carriedSecrets: z.array(z.string()).optional(),
  createdAt: timestampSchema,
})
export type LaunchReview = z.infer<typeof launchReviewSchema>
