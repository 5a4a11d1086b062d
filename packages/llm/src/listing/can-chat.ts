import { z } from 'zod'

const words = z.array(z.string()).optional().catch(undefined)
const word = z.string().optional().catch(undefined)

/** Fields with which lists state what a model is for. */
const purposeFields = z.object({
  id: z.string(),
  /** LM Studio, Together, Vercel. */
  type: word,
  /** LiteLLM. */
  mode: word,
  /** Cohere. */
  endpoints: words,
  /** Fireworks. */
  supports_chat: z.boolean().optional().catch(undefined),
  /** OpenRouter, Hugging Face. */
  architecture: z.object({ output_modalities: words }).optional().catch(undefined),
  capabilities: z
    .union([
      // Ollama, llama.cpp.
      z.array(z.string()),
      // Mistral.
      z.object({ completion_chat: z.boolean().optional().catch(undefined) }),
    ])
    .optional()
    .catch(undefined),
  /** Hugging Face and engines with its models. */
  pipeline_tag: word,
  task: word,
})
type PurposeFields = z.infer<typeof purposeFields>

/** Kinds of models that cannot chat, as `type`, `mode`, `task` and `pipeline_tag` name them. */
const OTHER_KINDS =
  /^(?:embed|(?:text-)?(?:embedding|moderation)|feature-extraction|sentence-similarity|(?:re)?rank|(?:image|images|video|audio)(?:$|[-_](?:gen|edit|speech|transcri|to[-_]))|text-to-(?:image|video|audio|speech)|tts|stt|asr|speech|transcri|automatic-speech)/i

const isOtherKind = (kind: string | undefined): boolean | undefined =>
  kind !== undefined && OTHER_KINDS.test(kind) ? false : undefined

/** True where one of the uses is named, `undefined` where the list names no use. */
const includesAny = (uses: string[] | undefined, wanted: RegExp): boolean | undefined =>
  uses === undefined || uses.length === 0 ? undefined : uses.some((use) => wanted.test(use))

/** Abilities that only models without chat have. */
const OTHER_ABILITY = /^(?:embed|rerank)/i
const CHAT_ABILITY = /^(?:completion|chat|tool|vision)/i

function abilitiesStated({ capabilities }: PurposeFields): boolean | undefined {
  if (!Array.isArray(capabilities)) return capabilities?.completion_chat
  return canChatByAbilities(capabilities)
}

/** False for abilities of a model that embeds or ranks and does not chat; `undefined` where they do not tell. */
export function canChatByAbilities(abilities: readonly string[]): boolean | undefined {
  if (abilities.some((ability) => CHAT_ABILITY.test(ability))) return true
  return abilities.some((ability) => OTHER_ABILITY.test(ability)) ? false : undefined
}

/** In this order: the first that states something decides. */
const STATEMENTS: readonly ((row: PurposeFields) => boolean | undefined)[] = [
  ({ endpoints }) => includesAny(endpoints, /^chat$/i),
  ({ supports_chat: chats }) => chats,
  ({ architecture }) => includesAny(architecture?.output_modalities, /^text$/i),
  abilitiesStated,
  ({ type }) => isOtherKind(type),
  ({ mode }) => isOtherKind(mode),
  ({ task }) => isOtherKind(task),
  ({ pipeline_tag: tag }) => isOtherKind(tag),
]

/** Words in names of models that embed, rank, draw, speak or listen, and do not chat. */
const OTHER_WORDS = new Set(
  (
    'embed embedding embeddings rerank reranker reranking whisper tts stt asr transcribe transcription ' +
    'moderation realtime'
  ).split(' '),
)
/** Families of such models, by the beginning of the name without its maker. */
const OTHER_FAMILIES =
  /^(?:all-minilm|bge|cogvideo|cogview|cosyvoice|dall-e|e5|flux|gpt-image|gte|imagen|kolors|mxbai|paraformer|sdxl|sensevoice|sora|stable-diffusion|veo|voyage|wan[2x])(?![a-z])/

function isNamedForOther(id: string): boolean {
  const name = id.toLowerCase()
  return (
    OTHER_FAMILIES.test(name.slice(name.lastIndexOf('/') + 1)) ||
    name.split(/[^a-z0-9]+/).some((part) => OTHER_WORDS.has(part))
  )
}

/**
 * Returns false for a model that its list calls one for other things than chat. Where the list states nothing, well-known
 * names decide. A person can still type such a name.
 */
export function canChat(row: unknown): boolean {
  const parsed = purposeFields.safeParse(row)
  if (!parsed.success) return true
  for (const statement of STATEMENTS) {
    const stated = statement(parsed.data)
    if (stated !== undefined) return stated
  }
  return !isNamedForOther(parsed.data.id)
}
