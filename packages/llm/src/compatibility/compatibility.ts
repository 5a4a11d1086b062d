/** The form of request that one model at one address takes, as far as its refusals told. Empty: as the API is documented. */
export interface Compatibility {
  /** Optional fields of the body that are left out. */
  leftOutFields?: readonly string[]
  /** The name of the limit of the answer. */
  limitField?: 'max_tokens' | 'max_completion_tokens'
  /** The most tokens of an answer that are asked for. */
  maxOutputTokens?: number
  /** `plain`: at most 40 letters, digits, `_` and `-`. `nine`: exactly nine letters and digits. */
  callIds?: 'plain' | 'nine'
  /** The system text is a part of the first message of the user. */
  systemInUser?: true
  /** The content of a message with calls and without text. */
  emptyContent?: 'text' | 'null'
  /** Reasoning is not sent back. */
  withoutReasoning?: true
  /** Tools of earlier calls are defined, though none are offered. */
  definesCalledTools?: true
  /** Schemas of tools have only what Gemini takes. */
  plainSchemas?: true
  /** Tools that are not offered, by their names for the model. */
  leftOutTools?: readonly string[]
  /** Tools that were named by a wrong place were offered again, once. */
  hasRestoredTools?: true
  /** Roles alternate strictly, so nothing but an answer follows the results of tools. */
  alternatesRoles?: true
}

/** Adds what a refusal told. */
export function joinCompatibility(known: Compatibility, more: Compatibility): Compatibility {
  const joined = { ...known, ...more }
  if (more.hasRestoredTools) return joined
  for (const name of ['leftOutFields', 'leftOutTools'] as const)
    if (known[name] && more[name]) joined[name] = [...new Set([...known[name], ...more[name]])]
  return joined
}
