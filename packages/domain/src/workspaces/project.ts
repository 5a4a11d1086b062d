import { z } from 'zod'

/** A folder that looks like a project, offered to be added to a workspace. */
export const projectSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** The files that mark it as a project: `.git`, `package.json`, `Cargo.toml`… */
  signs: z.array(z.string()),
})
export type Project = z.infer<typeof projectSchema>

/** The projects in and under a folder. `complete` is false when a bound ended the search. */
export const projectSearchSchema = z.object({
  parent: z.string(),
  projects: z.array(projectSchema),
  complete: z.boolean(),
})
export type ProjectSearch = z.infer<typeof projectSearchSchema>
