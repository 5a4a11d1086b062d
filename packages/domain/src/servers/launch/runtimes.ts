import { z } from 'zod'
import { innermostProgram } from './fetching-launch.ts'
import type { LaunchedProgram } from './effective-launch.ts'

/** Programs that run the code of servers. */
export const runtimeNameSchema = z.enum(['node', 'uv', 'python', 'docker', 'bun', 'deno'])
export type RuntimeName = z.infer<typeof runtimeNameSchema>

const PROGRAMS: Readonly<Record<RuntimeName, RegExp>> = {
  node: /^(?:node|nodejs|npx|npm|pnpm|pnpx|yarn)$/,
  uv: /^uvx?$/,
  python: /^(?:python[\d.]*|pythonw|py|pipx)$/,
  docker: /^docker(?:-compose)?$/,
  bun: /^bunx?$/,
  deno: /^deno$/,
}

/** The runtime that a launch needs; null for any other program. */
export function runtimeOf(launch: Pick<LaunchedProgram, 'command' | 'args'>): RuntimeName | null {
  const { name } = innermostProgram(launch)
  return runtimeNameSchema.options.find((runtime) => PROGRAMS[runtime].test(name)) ?? null
}

/** The version that a path of a version manager names. */
export function versionInPath(path: string): string | null {
  return /(?:^|[\\/@-])v?(\d+\.\d+(?:\.\d+)?)(?=[\\/]|$)/.exec(path)?.[1] ?? null
}

/** A runtime on this computer. */
export const foundRuntimeSchema = z.object({
  name: runtimeNameSchema,
  path: z.string(),
  /** Null where it could not be read. */
  version: z.string().nullable(),
  /** The person's own; a copy of this app's; or a program that the person picked for launches without one. */
  origin: z.enum(['system', 'managed', 'picked']),
})
export type FoundRuntime = z.infer<typeof foundRuntimeSchema>

/** A copy of a runtime that can be fetched, exactly as it would be. */
export const runtimePlanSchema = z.object({
  name: runtimeNameSchema,
  version: z.string(),
  archives: z.array(
    z.object({
      url: z.string(),
      bytes: z.number().int().positive(),
      /** `bytes` is the most that it may have. */
      isLimit: z.boolean().optional(),
      /** In hex. */
      sha256: z.string(),
    }),
  ),
  /** Absolute; made for this copy. */
  folder: z.string(),
})
export type RuntimePlan = z.infer<typeof runtimePlanSchema>

export const managedRuntimeSchema = z.object({
  name: runtimeNameSchema,
  version: z.string(),
  folder: z.string(),
  /** Bytes of its files. */
  size: z.number().nonnegative(),
})
export type ManagedRuntime = z.infer<typeof managedRuntimeSchema>

export const runtimeStateSchema = z.object({
  name: runtimeNameSchema,
  /** The one in the search path. */
  found: foundRuntimeSchema.nullable(),
  managed: managedRuntimeSchema.nullable(),
  /** Names of servers that were allowed to run with the managed copy. */
  usedBy: z.array(z.string()),
  /** The program that the person picked. */
  picked: z.string().nullable(),
  /** Null where there is no copy for this system. */
  plan: runtimePlanSchema.nullable(),
})
export type RuntimeState = z.infer<typeof runtimeStateSchema>

/** Runtimes on this computer, and the folders in which they were looked for. */
export const runtimeListSchema = z.object({
  runtimes: z.array(runtimeStateSchema),
  lookedIn: z.array(z.string()),
})
export type RuntimeList = z.infer<typeof runtimeListSchema>

/** Programs that the person picked for launches whose runtime is missing. */
export const pickedRuntimesSchema = z
  .array(z.object({ name: runtimeNameSchema, path: z.string().max(4096) }))
  .max(runtimeNameSchema.options.length)

/** Reasons for which a runtime was not fetched. */
export const runtimeProblemSchema = z.enum([
  'unreachable',
  'refused',
  'redirected',
  'certificate',
  'other-content',
  'damaged',
  'disk-full',
  'not-allowed',
  'not-for-this-system',
  'failed',
])
export type RuntimeProblem = z.infer<typeof runtimeProblemSchema>
