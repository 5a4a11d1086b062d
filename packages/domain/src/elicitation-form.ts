import { z } from 'zod'

const MAX_FIELDS = 200
const MAX_OPTIONS = 2000

const about = { title: z.string().optional(), description: z.string().optional() }
const titledOptions = z
  .array(z.object({ const: z.string(), title: z.string(), description: z.string().optional() }))
  .min(1)
  .max(MAX_OPTIONS)
const plainOptions = z.array(z.string()).min(1).max(MAX_OPTIONS)

const multiChoiceSchema = z.object({
  ...about,
  type: z.literal('array'),
  items: z.union([
    z.object({ type: z.literal('string'), enum: plainOptions }),
    z.object({ anyOf: titledOptions }),
  ]),
  uniqueItems: z.boolean().optional(),
  minItems: z.number().int().nonnegative().optional(),
  maxItems: z.number().int().nonnegative().optional(),
  default: z.array(z.string()).optional(),
})
const textSchema = z.object({
  ...about,
  type: z.literal('string'),
  enum: plainOptions.optional(),
  /** Titles of `enum`, as servers before 2025-11-25 give them. */
  enumNames: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  oneOf: titledOptions.optional(),
  minLength: z.number().int().nonnegative().optional(),
  maxLength: z.number().int().nonnegative().optional(),
  format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
  default: z.string().optional(),
})
const numberSchema = z.object({
  ...about,
  type: z.enum(['number', 'integer']),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().optional(),
  default: z.number().optional(),
})
const booleanSchema = z.object({
  ...about,
  type: z.literal('boolean'),
  default: z.boolean().optional(),
})
const fieldSchema = z.discriminatedUnion('type', [
  textSchema,
  numberSchema,
  booleanSchema,
  multiChoiceSchema,
])
type Field = z.infer<typeof fieldSchema>

/**
 * The only kind of schema that a form may have: flat, of primitive fields and lists of choices (MCP
 * 2025-11-25, client/elicitation, "Requested Schema"). Parsing drops every other keyword: definitions and
 * references have no place in it, and following them costs time.
 */
export const elicitationFormSchema = z
  .object({
    ...about,
    type: z.literal('object'),
    properties: z
      .record(z.string(), fieldSchema)
      .refine(
        (fields) => Object.keys(fields).length <= MAX_FIELDS,
        'The form has too many fields.',
      ),
    required: z.array(z.string()).optional(),
  })
  .refine(
    ({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)),
    'A required field is not among the properties.',
  )
export type ElicitationForm = z.infer<typeof elicitationFormSchema>

/**
 * The schema of the content of an accepted form. Parsing fills in the form's defaults, as the client declares that it
 * does, and refuses fields that were not asked for.
 */
export function elicitationContentSchema(form: ElicitationForm) {
  const fields = Object.entries(form.properties).map(([name, field]) => {
    const value = valueSchema(field)
    const required = form.required?.includes(name) === true
    if (field.default !== undefined) return [name, value.default(field.default)] as const
    return [name, required ? value : value.optional()] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

function valueSchema(field: Field): z.ZodType<string | number | boolean | string[]> {
  switch (field.type) {
    case 'boolean':
      return z.boolean()
    case 'number':
    case 'integer':
      return (field.type === 'integer' ? z.number().int() : z.number())
        .min(field.minimum ?? -Infinity)
        .max(field.maximum ?? Infinity)
    case 'array': {
      const { items } = field
      const options =
        'anyOf' in items ? titledOptions.parse(items['anyOf']).map((one) => one.const) : items.enum
      return z
        .array(z.enum(options))
        .min(field.minItems ?? 0)
        .max(field.maxItems ?? Infinity)
    }
    case 'string':
      return textValueSchema(field)
  }
}

function textValueSchema(field: z.infer<typeof textSchema>): z.ZodType<string> {
  if (field.enum) return z.enum(field.enum)
  if (field.oneOf) return z.enum(field.oneOf.map((one) => one.const))
  const length = z
    .string()
    .min(field.minLength ?? 0)
    .max(field.maxLength ?? Infinity)
  switch (field.format) {
    case 'email':
      return length.pipe(z.email({ pattern: z.regexes.html5Email }))
    case 'uri':
      return length.pipe(z.url())
    case 'date':
      return length.pipe(z.iso.date())
    case 'date-time':
      return length.pipe(z.iso.datetime({ offset: true }))
    case undefined:
      return length
  }
}
