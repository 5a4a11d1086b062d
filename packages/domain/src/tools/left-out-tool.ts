import { z } from 'zod'
import { toolRefSchema } from '../models/tool-search.ts'

/** Reason for which a tool is not offered to a model. */
export const toolFaultSchema = z.enum([
  'name',
  'same-name',
  'no-object',
  'parameter-name',
  'too-large',
  'outside-reference',
  'schema',
  'too-much',
  'too-many',
  'refused',
])
export type ToolFault = z.infer<typeof toolFaultSchema>

/** A tool that a model could not be offered. */
export const leftOutToolSchema = z.object({
  /** The name that the model would have seen. */
  name: z.string(),
  /** The reason, in English. */
  reason: z.string(),
  /** Absent in records of earlier versions. */
  fault: toolFaultSchema.optional(),
  /** The part of the definition that is at fault, such as a name: text of the server. */
  detail: z.string().optional(),
  /** The server of the tool; absent for the host's own. */
  place: toolRefSchema.extend({ serverName: z.string() }).optional(),
})
export type LeftOutTool = z.infer<typeof leftOutToolSchema>
