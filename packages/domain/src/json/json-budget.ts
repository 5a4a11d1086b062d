/** Limits of one JSON text. A text beyond them is refused before it is parsed. */
export interface JsonBudget {
  /** Bytes of the text; a text that is at hand only as characters is measured by these. */
  readonly bytes: number
  /** Values in all: every object, array, string, number, boolean and null. */
  readonly nodes: number
  /** Objects and arrays that are open at once. */
  readonly depth: number
}

/** The most that is read of one message of a server, over any transport, and of a text without a budget of its own. */
export const MESSAGE_BUDGET: JsonBudget = { bytes: 16_777_216, nodes: 100_000, depth: 128 }

/** The arguments of one tool call as a model wrote them, or a person. */
export const ARGUMENTS_BUDGET: JsonBudget = { ...MESSAGE_BUDGET, bytes: 1_048_576 }

/**
 * One list of a server: all pages of its tools, prompts, resources or templates together. Two MiB of
 * tools are half a million tokens, more than any model takes.
 */
export const LIST_BUDGET: JsonBudget & { readonly tools: number; readonly others: number } = {
  ...MESSAGE_BUDGET,
  bytes: 2_097_152,
  nodes: 100_000,
  /** Entries of a list of tools: every one may cost the model tokens. */
  tools: 1000,
  /** Entries of any other list. */
  others: 5000,
}

/** Budget of a stored list: checked entries may be a little larger than the received ones. */
export const STORED_LIST_BUDGET: JsonBudget = {
  ...LIST_BUDGET,
  bytes: 2 * LIST_BUDGET.bytes,
  nodes: 2 * LIST_BUDGET.nodes,
}

/** One record of our own on disk: it may hold many messages, with a few levels around each. */
export const RECORD_BUDGET: JsonBudget = { bytes: 268_435_456, nodes: 2_000_000, depth: 160 }

/** The most that is read of a file that a person has: the configuration of another program. */
export const FILE_BYTES = 5_000_000

/** The part of such a file about servers. Only this is parsed, in one go, which blocks main. */
export const CONFIGURATION_BUDGET: JsonBudget = { ...MESSAGE_BUDGET, bytes: 500_000, nodes: 30_000 }
