/** Text, names and patterns from outside. */
export { withoutTerminalCodes } from '../text/terminal-codes.ts'
export {
  estimateTokens,
  estimateTokensOf,
  groupedDigits,
  truncateText,
  withoutTrailing,
} from '../text/text.ts'
export {
  confusableKeys,
  areLookalikes,
  codePointName,
  countInvisible,
  invisibleIn,
  firstInvisible,
  withoutInvisible,
} from '../text/name-check.ts'
export { isSafePattern } from '../text/safe-pattern.ts'
export {
  createSchemaStringConstraints,
  type SchemaStringConstraints,
} from '../json/schema-string-constraints.ts'
export { isSameJson } from '../json/is-same-json.ts'
