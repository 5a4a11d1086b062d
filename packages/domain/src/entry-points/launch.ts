/** Launches of servers: identity, pins, review, import from other programs. */
export {
  identityOf,
  originOf,
  oauthClientReceiverOf,
  proxyReceiverOf,
  receiverName,
  receiverOf,
  type ReceiverSource,
} from '../servers/server-identity.ts'
export { preparationTimeout } from '../servers/connection-failure.ts'
export {
  pinnedFileSchema,
  launchPinSchema,
  fileChangeSchema,
  fileChanges,
  type PinnedFile,
  type LaunchPin,
  type FileChange,
} from '../servers/launch/launch-pin.ts'
export {
  isWrapper,
  foundProgramSchema,
  programNameOf,
  unwrap,
  type FoundProgram,
  type LaunchedProgram,
  type Unwrapped,
} from '../servers/launch/effective-launch.ts'
export {
  manifestSchema,
  type BundleManifest,
  type ManifestOption,
} from '../servers/launch/bundle-manifest.ts'
export { pluginManifestSchema, type PluginManifest } from '../servers/launch/plugin-manifest.ts'
export {
  catalogueResultSchema,
  MAX_CATALOGUE_QUERY,
  registryWordSchema,
  type RegistryEntry,
  type RegistryWord,
  type CatalogueEntry,
  type CatalogueResult,
} from '../servers/launch/catalogue.ts'
export {
  REGISTRY_META,
  registryServerSchema,
  registryStatusSchema,
  type RegistryArgument,
  type RegistryInput,
  type RegistryPackage,
  type RegistryServer,
  type RegistryTransport,
} from '../servers/launch/registry-server.ts'
export {
  fetchedPackages,
  type FetchedPackages,
  type NamedPackage,
  type PackageEcosystem,
} from '../servers/launch/fetched-packages.ts'
export { fetchingProgram, innermostProgram } from '../servers/launch/fetching-launch.ts'
export {
  runtimeListSchema,
  runtimeNameSchema,
  runtimeOf,
  runtimeProblemSchema,
  versionInPath,
  type FoundRuntime,
  type ManagedRuntime,
  type RuntimeList,
  type RuntimeName,
  type RuntimePlan,
  type RuntimeProblem,
  type RuntimeState,
} from '../servers/launch/runtimes.ts'
export {
  installedPackageSchema,
  installProblemSchema,
  installationDiffSchema,
  serverInstallationSchema,
  type InstallationDiff,
  type InstalledPackage,
  type InstallProblem,
  type ServerInstallation,
} from '../servers/launch/installed-package.ts'
export { installPlanSchema, type InstallPlan } from '../servers/launch/install-plan.ts'
export {
  packageOfInstalled,
  sameProgram,
  startOfInstalled,
} from '../servers/launch/installed-launch.ts'
export {
  exactVersionOf,
  installableOf,
  installablePackage,
  specOf,
  type FetchingLaunch,
} from '../servers/launch/installable-package.ts'
export {
  installEcosystemSchema,
  type InstallEcosystem,
  type NotInstallable,
  type WantedPackage,
} from '../servers/launch/wanted-package.ts'
export {
  interpreterEntry,
  isInterpreter,
  type InterpreterEntry,
} from '../servers/launch/interpreter-entry.ts'
export {
  fillDraft,
  fillPlaceholders,
  placeholderPlaces,
  placeholdersOf,
  placeholderText,
  unseenPlaceholders,
  type PlaceholderSource,
} from '../servers/launch/launch-placeholders.ts'
export { type Placeholder, type PlaceholderValue } from '../servers/launch/placeholder-value.ts'
export { packageChecksSchema, type PackageChecks } from '../servers/launch/package-checks.ts'
export {
  launchRiskSchema,
  commandResolutionSchema,
  launchReviewSchema,
  type LaunchRisk,
  type CommandResolution,
  type LaunchReview,
} from '../servers/launch/launch-review.ts'
export {
  LAUNCHES_LIMIT,
  exceedsReviewLimit,
  launchSize,
  type LaunchTexts,
  type TextSize,
} from '../servers/launch/launch-size.ts'
export {
  riskyVariable,
  variableEffect,
  type VariableEffect,
} from '../servers/launch/variable-effect.ts'
export {
  normaliseAddress,
  parseAddress,
  requestedAddress,
  type Address,
} from '../servers/address.ts'
export {
  isThisMachine,
  networkZoneOf,
  reachableZones,
  type NetworkZone,
} from '../servers/network-zone.ts'
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
  type BundleDownload,
  type DownloadProblem,
} from '../servers/launch/server-import.ts'
