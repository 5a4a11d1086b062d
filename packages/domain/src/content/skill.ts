import { z } from 'zod'

/** A skill as listed (extension io.modelcontextprotocol/skills). Its texts are the server's: untrusted. */
export const skillSchema = z.object({
  /** Address of its SKILL.md; known only within its server. Names may come twice. */
  uri: z.string().min(1).max(8192),
  name: z.string(),
  description: z.string(),
  /** Absent when the server makes the skill up as it is read: then nothing of it can be verified. */
  files: z.object({ count: z.number().int(), bytes: z.number() }).optional(),
})
export type Skill = z.infer<typeof skillSchema>

/** One file of a skill as read, checked against what the server had declared of it before. */
export const skillContentsSchema = z.object({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  /** base64; only when there is no text. */
  blob: z.string().optional(),
  /** Its size and digest were as announced. False only for what the server makes up as it is read. */
  verified: z.boolean(),
  /** Every file of the skill, SKILL.md too; empty when they are not known. `size` in bytes. */
  files: z.array(z.object({ uri: z.string(), size: z.number() })),
})
export type SkillContents = z.infer<typeof skillContentsSchema>
