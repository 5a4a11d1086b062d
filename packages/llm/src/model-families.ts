import type { ModelFacts } from '@gatehouse/domain/models'

/** Models of one maker: what is assumed of them by how their names begin. */
export interface ModelMaker {
  /** The host at which the prices hold; they mean nothing anywhere else. */
  host?: string
  /** When the prices were written down: a year and a month. */
  pricedIn?: string
  /**
   * By prefix of the name, in lower case, up to a hyphen or the end; the longest match counts. In alphabetical order.
   */
  families: Readonly<Record<string, ModelFacts>>
}

const K = 1024
/** Text alone, with and without tools. */
const TEXT = { images: false, sounds: false, tools: true, reasoning: false }
const TALK = { images: false, sounds: false, tools: false, reasoning: false }
const THINKS = { ...TEXT, reasoning: true }
const SEES = { ...TEXT, images: true }
const SEES_AND_THINKS = { ...SEES, reasoning: true }
const HEARS = { ...SEES, sounds: true }
const price = (input: number, output: number) => ({ price: { input, output } })

/**
 * Well-known properties of models whose lists state none. They are shown as assumptions, so an uncertain row is left
 * out; of several sizes the smaller one is taken.
 */
export const MODEL_MAKERS: readonly ModelMaker[] = [
  {
    host: 'api.anthropic.com',
    pricedIn: '2026-08',
    families: {
      'claude-3-5-haiku': { contextWindow: 200_000, ...SEES, ...price(0.8, 4) },
      'claude-3-5-sonnet': { contextWindow: 200_000, ...SEES, ...price(3, 15) },
      'claude-3-7-sonnet': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(3, 15) },
      'claude-3-haiku': { contextWindow: 200_000, ...SEES, ...price(0.25, 1.25) },
      'claude-3-opus': { contextWindow: 200_000, ...SEES, ...price(15, 75) },
      'claude-fable-5': { contextWindow: 1_000_000, ...SEES_AND_THINKS, ...price(10, 50) },
      'claude-haiku-4-5': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(1, 5) },
      'claude-opus-4': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(15, 75) },
      'claude-opus-4-5': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(5, 25) },
      'claude-opus-4-6': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(5, 25) },
      'claude-opus-4-7': { contextWindow: 1_000_000, ...SEES_AND_THINKS, ...price(5, 25) },
      'claude-opus-4-8': { contextWindow: 1_000_000, ...SEES_AND_THINKS, ...price(5, 25) },
      'claude-opus-5': { contextWindow: 1_000_000, ...SEES_AND_THINKS, ...price(5, 25) },
      'claude-sonnet-4': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(3, 15) },
      'claude-sonnet-5': { contextWindow: 1_000_000, ...SEES_AND_THINKS, ...price(2, 10) },
    },
  },
  {
    host: 'api.deepseek.com',
    pricedIn: '2025-12',
    families: {
      'deepseek-chat': { contextWindow: 128_000, ...TEXT, ...price(0.28, 0.42) },
      'deepseek-r1': { contextWindow: 64_000, ...TALK, reasoning: true },
      'deepseek-reasoner': { contextWindow: 128_000, ...THINKS, ...price(0.28, 0.42) },
      'deepseek-v3': { contextWindow: 64_000, ...TEXT },
      'deepseek-v3.1': { contextWindow: 128_000, ...THINKS },
      'deepseek-v3.2': { contextWindow: 128_000, ...THINKS },
    },
  },
  {
    host: 'generativelanguage.googleapis.com',
    pricedIn: '2026-01',
    families: {
      'gemini-2.0-flash': { contextWindow: 1024 * K, ...HEARS, ...price(0.1, 0.4) },
      'gemini-2.0-flash-lite': { contextWindow: 1024 * K, ...HEARS, ...price(0.075, 0.3) },
      'gemini-2.5-flash': {
        contextWindow: 1024 * K,
        ...HEARS,
        reasoning: true,
        ...price(0.3, 2.5),
      },
      'gemini-2.5-flash-lite': {
        contextWindow: 1024 * K,
        ...HEARS,
        reasoning: true,
        ...price(0.1, 0.4),
      },
      // Of requests up to 200,000 tokens; of longer ones more.
      'gemini-2.5-pro': { contextWindow: 1024 * K, ...HEARS, reasoning: true, ...price(1.25, 10) },
      'gemini-3-flash': { contextWindow: 1024 * K, ...HEARS, reasoning: true, ...price(0.5, 3) },
      'gemini-3-pro': { contextWindow: 1024 * K, ...HEARS, reasoning: true, ...price(2, 12) },
      'gemini-3.1-pro': { contextWindow: 1024 * K, ...HEARS, reasoning: true, ...price(2, 12) },
    },
  },
  {
    host: 'api.openai.com',
    pricedIn: '2026-03',
    families: {
      'gpt-3.5-turbo': { contextWindow: 16_385, ...TEXT, ...price(0.5, 1.5) },
      'gpt-4': { contextWindow: 8_192, ...TEXT, ...price(30, 60) },
      'gpt-4-turbo': { contextWindow: 128_000, ...SEES, ...price(10, 30) },
      'gpt-4.1': { contextWindow: 1_047_576, ...SEES, ...price(2, 8) },
      'gpt-4.1-mini': { contextWindow: 1_047_576, ...SEES, ...price(0.4, 1.6) },
      'gpt-4.1-nano': { contextWindow: 1_047_576, ...SEES, ...price(0.1, 0.4) },
      'gpt-4o': { contextWindow: 128_000, ...SEES, ...price(2.5, 10) },
      'gpt-4o-audio-preview': { contextWindow: 128_000, ...TEXT, sounds: true },
      'gpt-4o-mini': { contextWindow: 128_000, ...SEES, ...price(0.15, 0.6) },
      'gpt-4o-mini-audio-preview': { contextWindow: 128_000, ...TEXT, sounds: true },
      'gpt-5': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(1.25, 10) },
      'gpt-5-chat': { contextWindow: 128_000, ...SEES, ...price(1.25, 10) },
      'gpt-5-mini': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(0.25, 2) },
      'gpt-5-nano': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(0.05, 0.4) },
      'gpt-5-pro': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(15, 120) },
      'gpt-5.1': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(1.25, 10) },
      'gpt-5.1-codex-mini': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(0.25, 2) },
      'gpt-5.2': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(1.75, 14) },
      'gpt-5.2-pro': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(21, 168) },
      'gpt-5.4': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(2.5, 15) },
      'gpt-5.4-pro': { contextWindow: 272_000, ...SEES_AND_THINKS, ...price(30, 180) },
      'gpt-audio': { contextWindow: 128_000, ...TEXT, sounds: true },
      'gpt-oss': { contextWindow: 128 * K, ...THINKS },
      o1: { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(15, 60) },
      'o1-mini': { contextWindow: 128_000, ...TALK, reasoning: true, ...price(1.1, 4.4) },
      o3: { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(2, 8) },
      'o3-mini': { contextWindow: 200_000, ...THINKS, ...price(1.1, 4.4) },
      'o3-pro': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(20, 80) },
      'o4-mini': { contextWindow: 200_000, ...SEES_AND_THINKS, ...price(1.1, 4.4) },
    },
  },
  {
    host: 'api.x.ai',
    pricedIn: '2025-12',
    families: {
      'grok-3': { contextWindow: 128 * K, ...TEXT, ...price(3, 15) },
      'grok-3-mini': { contextWindow: 128 * K, ...THINKS, ...price(0.3, 0.5) },
      'grok-4': { contextWindow: 256_000, ...SEES_AND_THINKS, ...price(3, 15) },
      'grok-4-fast': { contextWindow: 2_000_000, ...SEES_AND_THINKS, ...price(0.2, 0.5) },
      'grok-code-fast-1': { contextWindow: 256_000, ...THINKS, ...price(0.2, 1.5) },
    },
  },
  {
    families: {
      codestral: { contextWindow: 32_000, ...TEXT },
      'command-r': { contextWindow: 128_000, ...TEXT },
      devstral: { contextWindow: 128_000, ...TEXT },
      'gemma-2': { contextWindow: 8 * K, ...TALK },
      'gemma-3': { contextWindow: 128 * K, ...TALK, images: true },
      'gemma-3-1b': { contextWindow: 32 * K, ...TALK },
      gemma2: { contextWindow: 8 * K, ...TALK },
      gemma3: { contextWindow: 128 * K, ...TALK, images: true },
      'gemma3-1b': { contextWindow: 32 * K, ...TALK },
      'glm-4.5': { contextWindow: 128_000, ...THINKS },
      'glm-4.5v': { contextWindow: 64_000, ...SEES_AND_THINKS },
      'glm-4.6': { contextWindow: 200_000, ...THINKS },
      'kimi-k2': { contextWindow: 128_000, ...TEXT },
      'llama-3.1': { contextWindow: 128 * K, ...TEXT },
      'llama-3.2': { contextWindow: 128 * K, ...TEXT },
      'llama-3.2-11b-vision': { contextWindow: 128 * K, ...SEES },
      'llama-3.2-90b-vision': { contextWindow: 128 * K, ...SEES },
      'llama-3.3': { contextWindow: 128 * K, ...TEXT },
      'llama-4-maverick': { contextWindow: 128 * K, ...SEES },
      'llama-4-scout': { contextWindow: 128 * K, ...SEES },
      llama3: { contextWindow: 8 * K, ...TALK },
      'llama3.1': { contextWindow: 128 * K, ...TEXT },
      'llama3.2': { contextWindow: 128 * K, ...TEXT },
      'llama3.2-vision': { contextWindow: 128 * K, ...TALK, images: true },
      'llama3.3': { contextWindow: 128 * K, ...TEXT },
      llava: { ...TALK, images: true },
      magistral: { contextWindow: 40_000, ...THINKS },
      'meta-llama-3.1': { contextWindow: 128 * K, ...TEXT },
      'minimax-m2': { contextWindow: 200_000, ...THINKS },
      ministral: { contextWindow: 128_000, ...TEXT },
      'mistral-large': { contextWindow: 128_000, ...TEXT },
      'mistral-nemo': { contextWindow: 128_000, ...TEXT },
      'phi-4': { contextWindow: 16 * K, ...TALK },
      'phi-4-multimodal': { contextWindow: 128 * K, ...TALK, images: true, sounds: true },
      pixtral: { contextWindow: 128_000, ...SEES },
      'qwen2.5': { contextWindow: 32 * K, ...TEXT },
      'qwen2.5-coder': { contextWindow: 32 * K, ...TEXT },
      'qwen2.5-omni': { contextWindow: 32 * K, ...TALK, images: true, sounds: true },
      'qwen2.5-vl': { contextWindow: 32 * K, ...TALK, images: true },
      'qwen2.5vl': { contextWindow: 32 * K, ...TALK, images: true },
      qwen3: { contextWindow: 40_960, ...THINKS },
      'qwen3-coder': { contextWindow: 256 * K, ...TEXT },
      'qwen3-vl': { contextWindow: 128 * K, ...SEES },
      qwq: { contextWindow: 40_960, ...THINKS },
      voxtral: { contextWindow: 32_000, ...TEXT, sounds: true },
    },
  },
]
