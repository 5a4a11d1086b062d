/** Launches of servers: identity, pins, review, import from other programs. */
export {
  identityOf,
  originOf,
  oauthClientReceiverOf,
  proxyReceiverOf,
  receiverName,
  receiverOf,
  type ReceiverSource,
} from '../server-identity.ts'
export { preparationTimeout } from '../connection-failure.ts'
export {
  pinnedFileSchema,
  launchPinSchema,
  fileChangeSchema,
  fileChanges,
  type PinnedFile,
  type LaunchPin,
  type FileChange,
} from '../launch-pin.ts'
export {
  isWrapper,
  foundProgramSchema,
  programNameOf,
  unwrap,
  type FoundProgram,
  type LaunchedProgram,
  type Unwrapped,
} from '../effective-launch.ts'
export { manifestSchema, type BundleManifest, type ManifestOption } from '../bundle-manifest.ts'
export { fetchingProgram, innermostProgram } from '../fetching-launch.ts'
export { interpreterEntry, isInterpreter, type InterpreterEntry } from '../interpreter-entry.ts'
export {
  fillDraft,
  fillPlaceholders,
  placeholderPlaces,
  placeholdersOf,
  placeholderText,
  unseenPlaceholders,
  type PlaceholderSource,
} from '../launch-placeholders.ts'
export { type Placeholder, type PlaceholderValue } from '../placeholder-value.ts'
export {
  launchRiskSchema,
  commandResolutionSchema,
  launchReviewSchema,
  type LaunchRisk,
  type CommandResolution,
  type LaunchReview,
} from '../launch-review.ts'
export {
  LAUNCHES_LIMIT,
  exceedsReviewLimit,
  launchSize,
  type LaunchTexts,
  type TextSize,
} from '../launch-size.ts'
export { riskyVariable, variableEffect, type VariableEffect } from '../variable-effect.ts'
export { normaliseAddress, parseAddress, requestedAddress, type Address } from '../address.ts'
export { isThisMachine, networkZoneOf, type NetworkZone } from '../network-zone.ts'
export {
  foundImportSchema,
  importAnswerSchema,
  importChoiceSchema,
  importIssueSchema,
  serverImportOutcomeSchema,
  serverImportPreviewSchema,
  importReviewSchema,
  type FoundImport,
  type ImportAnswer,
  type ImportChoice,
  type ImportedFile,
  type ImportedLaunch,
  type ImportedServer,
  type ImportedBundle,
  type ImportedValue,
  type HostVariable,
  type ImportInput,
  type ImportIssue,
  type ImportFormat,
  type ImportIssueCode,
  type ServerImportOutcome,
  type ServerImportPreview,
  type ImportReview,
  type ImportSource,
} from '../server-import.ts'
