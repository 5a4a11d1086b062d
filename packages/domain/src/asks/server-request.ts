import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema } from '../json/json.ts'

export const urlElicitationSchema = z.object({
  mode: z.literal('url'),
  message: z.string(),
  url: z.string(),
  /** Absent in the modern era. */
  elicitationId: z.string().optional(),
})
export type UrlElicitation = z.infer<typeof urlElicitationSchema>

/** An elicitation: information that a server requests from the person (MCP 2026-07-28, client/elicitation). */
export const elicitationRequestSchema = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('form'),
    message: z.string(),
    requestedSchema: jsonObjectSchema,
    /** The reason for which the form cannot be shown: there is nothing to fill in, only to decline. */
    unreadable: z.string().optional(),
    /** The reason is the number of its fields. */
    excess: z.object({ fields: z.number(), limit: z.number() }).optional(),
  }),
  urlElicitationSchema,
])
export type ElicitationRequest = z.infer<typeof elicitationRequestSchema>

/** The value of a field of a form that is kept for later ones (MCP 2025-11-25, client/elicitation). */
export const formValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
export type FormValue = z.infer<typeof formValueSchema>

/** `decline` = a clear no; `cancel` = put away without a decision. */
export const elicitationAnswerSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    /** Only for a form; fields without a value take the schema's defaults. */
    content: z.record(z.string(), jsonValueSchema).optional(),
  }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
])
export type ElicitationAnswer = z.infer<typeof elicitationAnswerSchema>

/** A folder or file that a server may work in; always a `file:` URL (MCP 2026-07-28, client/roots). */
export const rootSchema = z.object({
  uri: z.string().startsWith('file://'),
  name: z.string().optional(),
})
export type Root = z.infer<typeof rootSchema>
