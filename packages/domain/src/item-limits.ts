/**
 * What one entry of a list, or one answer, may hold: each part of it is drawn with a field or a frame of
 * its own. What holds more is refused in words.
 */
export const ITEM_LIMITS = {
  promptArguments: 100,
  promptMessages: 500,
  resourceContents: 500,
  templateVariables: 100,
  templateCharacters: 8192,
} as const
