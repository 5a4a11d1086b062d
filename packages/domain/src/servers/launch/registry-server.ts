import { z } from 'zod'

/** Read loosely: an odd field costs itself, not the server. A member of null is absent. */
const text = z.string().catch('').default('')
const flag = z.boolean().catch(false).default(false)
const plain = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const optionalText = plain.optional().catch(undefined)
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) =>
      items.flatMap((one): z.infer<Item>[] => {
        const parsed = item.safeParse(one)
        return parsed.success ? [parsed.data] : []
      }),
    )

/** Members in the spelling of 2025-09-16 and later: `environment_variables` is `environmentVariables`. */
function camelCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.startsWith('_')
        ? name
        : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      member,
    ]),
  )
}

const inputShape = {
  description: text,
  isRequired: flag,
  isSecret: flag,
  format: text,
  value: optionalText,
  default: optionalText,
  placeholder: text,
  choices: listOf(plain),
}
const variableSchema = z.preprocess(camelCased, z.object(inputShape))
const variables = z.record(z.string(), variableSchema).catch({}).default({})

const argumentSchema = z.preprocess(
  camelCased,
  z.object({ ...inputShape, variables, type: text, name: text, valueHint: text, isRepeated: flag }),
)
const namedSchema = z.preprocess(
  camelCased,
  z.object({ ...inputShape, variables, name: z.string().min(1) }),
)

const transportSchema = z.preprocess(
  camelCased,
  z.object({
    type: text,
    /** Before 2025-07. */
    transportType: text,
    url: text,
    headers: listOf(namedSchema),
    variables,
  }),
)

const packageSchema = z.preprocess(
  camelCased,
  z.object({
    registryType: text,
    /** Before 2025-07: the type, with the identifier as its name. */
    registryName: text,
    name: text,
    registryBaseUrl: text,
    identifier: text,
    version: text,
    fileSha256: text,
    runtimeHint: text,
    transport: transportSchema.optional().catch(undefined),
    runtimeArguments: listOf(argumentSchema),
    packageArguments: listOf(argumentSchema),
    environmentVariables: listOf(namedSchema),
  }),
)

/** A value that a registry's entry leaves to be asked for, or gives. */
export type RegistryInput = z.infer<typeof variableSchema>
export type RegistryArgument = z.infer<typeof argumentSchema>
export type RegistryTransport = z.infer<typeof transportSchema>
export type RegistryPackage = z.infer<typeof packageSchema>

/** A server.json of the MCP Registry, up to 2025-12-11 (server.schema.json of modelcontextprotocol/registry). */
export const registryServerSchema = z.preprocess(
  camelCased,
  z.object({
    name: z.string().min(1),
    title: text,
    description: text,
    version: text,
    packages: listOf(packageSchema),
    remotes: listOf(transportSchema),
  }),
)
export type RegistryServer = z.infer<typeof registryServerSchema>

/** The registry's own words on a server: beside it in an answer of its API, or in `_meta` of a file. */
export const registryStatusSchema = z.preprocess(
  camelCased,
  z.object({
    status: text,
    statusMessage: text,
    publishedAt: text,
    updatedAt: text,
    isLatest: flag,
  }),
)

/** `_meta` of the registry's own words. */
export const REGISTRY_META = 'io.modelcontextprotocol.registry/official'
