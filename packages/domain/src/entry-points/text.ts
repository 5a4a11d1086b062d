/** Text, names and patterns from outside. */
export { withoutTerminalCodes } from '../terminal-codes.ts'
export {
  estimateTokens,
  estimateTokensOf,
  groupedDigits,
  truncateText,
  withoutTrailing,
} from '../text.ts'
export {
  confusableKeys,
  areLookalikes,
  codePointName,
  countInvisible,
  invisibleIn,
  firstInvisible,
  withoutInvisible,
} from '../name-check.ts'
export { isSafePattern } from '../safe-pattern.ts'
export {
  createSchemaStringConstraints,
  type SchemaStringConstraints,
} from '../schema-string-constraints.ts'
export { isSameJson } from '../is-same-json.ts'
