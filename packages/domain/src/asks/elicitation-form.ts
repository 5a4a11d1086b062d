import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema, type JsonValue } from '../json/json.ts'
import { readElicitationForm } from './read-elicitation-form.ts'
import { isSafePattern } from '../text/safe-pattern.ts'

const MAX_FIELDS = 200
const MAX_OPTIONS = 2000

const about = { title: z.string().optional(), description: z.string().optional() }
const titledOptions = z
  .array(z.object({ const: z.string(), title: z.string(), description: z.string().optional() }))
  .min(1)
  .max(MAX_OPTIONS)
const plainOptions = z.array(z.string()).min(1).max(MAX_OPTIONS)

const multiChoiceSchema = z.strictObject({
  ...about,
  type: z.literal('array'),
  items: z.union([
    z.strictObject({ type: z.literal('string').optional(), enum: plainOptions }),
    z.strictObject({ anyOf: titledOptions }),
    z.strictObject({ type: z.literal('string') }),
  ]),
  uniqueItems: z.boolean().optional(),
  minItems: z.number().int().nonnegative().optional(),
  maxItems: z.number().int().nonnegative().optional(),
  default: z.array(z.string()).optional(),
})
const textSchema = z.strictObject({
  ...about,
  type: z.literal('string'),
  enum: plainOptions.optional(),
  /** Titles of `enum`, as servers before 2025-11-25 give them. */
  enumNames: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  oneOf: titledOptions.optional(),
  minLength: z.number().int().nonnegative().optional(),
  maxLength: z.number().int().nonnegative().optional(),
  /** One that is not known sets no rule. */
  format: z.string().optional(),
  default: z.string().optional(),
})
const numberSchema = z.strictObject({
  ...about,
  type: z.enum(['number', 'integer']),
  enum: z.array(z.number()).min(1).max(MAX_OPTIONS).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: z
    .array(z.object({ const: z.number(), title: z.string(), description: z.string().optional() }))
    .min(1)
    .max(MAX_OPTIONS)
    .optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().optional(),
  default: z.number().optional(),
})
const booleanSchema = z.strictObject({
  ...about,
  type: z.literal('boolean'),
  default: z.boolean().optional(),
})
const controlSchema = z.discriminatedUnion('type', [
  textSchema,
  numberSchema,
  booleanSchema,
  multiChoiceSchema,
])
/** A field that no control of a form fits is filled in as JSON, by whatever schema it has. */
const fieldSchema = z.union([controlSchema, jsonObjectSchema])
type Control = z.infer<typeof controlSchema>
type Field = z.infer<typeof fieldSchema>

/**
 * The form of an elicitation: an object of primitive fields and lists of choices (MCP 2025-11-25, client/elicitation,
 * "Requested Schema"), and of fields that are filled in as JSON. See {@link readElicitationForm}.
 */
export const elicitationFormSchema = z.preprocess(
  (schema) => readElicitationForm(schema as JsonValue | undefined),
  z.object({
    ...about,
    type: z.literal('object'),
    properties: z.record(z.string(), fieldSchema).superRefine((given, context) => {
      const fields = Object.keys(given).length
      if (fields <= MAX_FIELDS) return
      const message = `The form has ${fields} fields, ${MAX_FIELDS} at most are shown`
      context.addIssue({ code: 'custom', message, params: { fields, limit: MAX_FIELDS } })
    }),
    required: z.array(z.string()).optional(),
    /** Schemas that the fields which are filled in as JSON refer to. */
    $defs: jsonObjectSchema.optional(),
    definitions: jsonObjectSchema.optional(),
  }),
)
const excessSchema = z.object({ fields: z.number(), limit: z.number() })

/** The fields of a form that was refused for their number, and the most that are shown; `undefined` for another fault. */
export function excessOfFields(error: z.ZodError): z.infer<typeof excessSchema> | undefined {
  const issue = error.issues.find(({ code }) => code === 'custom')
  return issue?.code === 'custom' ? excessSchema.safeParse(issue.params).data : undefined
}

export type ElicitationForm = z.infer<typeof elicitationFormSchema>

/**
 * The schema of the content of an accepted form. Parsing fills in the form's defaults, as the client declares that it
 * does, and refuses fields that were not asked for.
 */
export function elicitationContentSchema(form: ElicitationForm) {
  const fields = Object.entries(form.properties).map(([name, field]) => {
    const value = isControl(field) ? valueSchema(field) : jsonValueSchema
    const required = form.required?.includes(name) === true
    if (field.default !== undefined) return [name, value.default(field.default)] as const
    return [name, required ? value : value.optional()] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

function isControl(field: Field): field is Control {
  return controlSchema.safeParse(field).success
}

function valueSchema(field: Control): z.ZodType<JsonValue> {
  switch (field.type) {
    case 'boolean':
      return z.boolean()
    case 'number':
    case 'integer':
      return numberValueSchema(field)
    case 'array': {
      const { items } = field
      const options =
        'anyOf' in items ? items.anyOf.map((one) => one.const) : 'enum' in items && items.enum
      return z
        .array(options ? z.enum(options) : z.string())
        .min(field.minItems ?? 0)
        .max(field.maxItems ?? Infinity)
        .refine(
          (values) => field.uniqueItems !== true || new Set(values).size === values.length,
          'The same value is there twice',
        )
    }
    case 'string':
      return textValueSchema(field)
  }
}

function numberValueSchema(field: z.infer<typeof numberSchema>): z.ZodType<number> {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = field
  const choices = field.enum ?? field.oneOf?.map((one) => one.const)
  let value = (field.type === 'integer' ? z.number().int() : z.number())
    .min(field.minimum ?? -Infinity)
    .max(field.maximum ?? Infinity)
  if (above !== undefined) value = value.gt(above)
  if (below !== undefined) value = value.lt(below)
  if (multipleOf !== undefined && multipleOf > 0) value = value.multipleOf(multipleOf)
  if (!choices) return value
  return value.refine((one) => choices.includes(one), 'This is none of the choices')
}

function textValueSchema(field: z.infer<typeof textSchema>): z.ZodType<string> {
  if (field.enum) return z.enum(field.enum)
  if (field.oneOf) return z.enum(field.oneOf.map((one) => one.const))
  const { pattern } = field
  const bounded = z
    .string()
    .min(field.minLength ?? 0)
    .max(field.maxLength ?? Infinity)
  // Another pattern is left to the server, which has it.
  const length =
    pattern !== undefined && isSafePattern(pattern)
      ? bounded.regex(new RegExp(pattern, 'u'))
      : bounded
  switch (field.format) {
    case 'email':
      return length.pipe(z.email({ pattern: z.regexes.html5Email }))
    case 'uri':
      return length.pipe(z.url())
    case 'date':
      return length.pipe(z.iso.date())
    case 'date-time':
      return length.pipe(z.iso.datetime({ offset: true }))
    default:
      return length
  }
}
