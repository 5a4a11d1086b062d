import {
  CHAT_SETUP_LIMITS,
  DEFAULT_SYSTEM_PROMPT,
  type ChatSetup,
  type ModelParameters,
} from '@gatehouse/domain/chats'

type ReasoningEffort = NonNullable<ModelParameters['reasoningEffort']>

/** The settings of a chat as they are typed. */
export interface SetupFields {
  systemPrompt: string
  temperature: string
  maxOutputTokens: string
  reasoningEffort: ReasoningEffort | 'default'
  stop: string
  stepLimit: string
  costLimit: string
  toolsOff: NonNullable<ChatSetup['toolsOff']>
  toolsPinned: NonNullable<ChatSetup['toolsPinned']>
}

export function fieldsOf({
  systemPrompt,
  parameters = {},
  toolsOff,
  toolsPinned,
  stepLimit,
  costLimit,
}: ChatSetup): SetupFields {
  const { temperature, maxOutputTokens, reasoningEffort, stopSequences = [] } = parameters
  return {
    systemPrompt: systemPrompt ?? DEFAULT_SYSTEM_PROMPT,
    temperature: temperature === undefined ? '' : String(temperature),
    maxOutputTokens: maxOutputTokens === undefined ? '' : String(maxOutputTokens),
    reasoningEffort: reasoningEffort ?? 'default',
    stop: stopSequences.join('\n'),
    stepLimit: stepLimit === undefined ? '' : String(stepLimit),
    costLimit: costLimit === undefined ? '' : String(costLimit),
    toolsOff: toolsOff ?? [],
    toolsPinned: toolsPinned ?? [],
  }
}

/** Which fields hold what cannot be sent. */
export interface SetupFaults {
  temperature: boolean
  maxOutputTokens: boolean
  stop: boolean
  stepLimit: boolean
  costLimit: boolean
}

export function faultsOf(fields: SetupFields): SetupFaults {
  const { stops, stop } = CHAT_SETUP_LIMITS
  const lines = stopsOf(fields.stop)
  return {
    temperature: !isWithin(fields.temperature, { min: 0, max: 2, isWhole: false }),
    maxOutputTokens: !isWithin(fields.maxOutputTokens, { min: 1, max: 1_000_000, isWhole: true }),
    stop: lines.length > stops || lines.some(({ length }) => length > stop),
    stepLimit: !isWithin(fields.stepLimit, { min: 1, max: 200, isWhole: true }),
    costLimit: !isWithin(fields.costLimit, { min: 0.001, max: 100_000, isWhole: false }),
  }
}

/** The values of the fields, without defaults; nothing while one of them is at fault. */
export function setupOf(fields: SetupFields): ChatSetup | undefined {
  if (Object.values(faultsOf(fields)).some(Boolean)) return undefined
  const { systemPrompt, toolsOff, toolsPinned, reasoningEffort, stepLimit, costLimit } = fields
  const stopSequences = stopsOf(fields.stop)
  const parameters: ModelParameters = {
    ...numberAs('temperature', fields.temperature),
    ...numberAs('maxOutputTokens', fields.maxOutputTokens),
    ...(reasoningEffort === 'default' ? {} : { reasoningEffort }),
    ...(stopSequences.length > 0 ? { stopSequences } : {}),
  }
  return {
    ...(systemPrompt === DEFAULT_SYSTEM_PROMPT ? {} : { systemPrompt }),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(toolsOff.length > 0 ? { toolsOff } : {}),
    ...(toolsPinned.length > 0 ? { toolsPinned } : {}),
    ...numberAs('stepLimit', stepLimit),
    ...numberAs('costLimit', costLimit),
  }
}

const stopsOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

function isWithin(
  text: string,
  { min, max, isWhole }: { min: number; max: number; isWhole: boolean },
): boolean {
  if (text.trim() === '') return true
  const value = Number(text)
  return value >= min && value <= max && (!isWhole || Number.isInteger(value))
}

const numberAs = <Name extends string>(name: Name, text: string): { [Key in Name]?: number } =>
  text.trim() === '' ? {} : ({ [name]: Number(text) } as { [Key in Name]?: number })
