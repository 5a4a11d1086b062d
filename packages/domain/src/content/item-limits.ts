/**
 * Limits of one entry of a list, or one answer: each part of it is drawn with a field or box of its own. Anything
 * larger is refused with a message.
 */
export const ITEM_LIMITS = {
  promptArguments: 100,
  promptMessages: 500,
  resourceContents: 500,
  templateVariables: 100,
  templateCharacters: 8192,
} as const
