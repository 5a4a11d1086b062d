import { z } from 'zod'
import { identifierSchema } from '../../identifier.ts'
import { commandResolutionSchema, launchRiskSchema } from './launch-review.ts'
import { serverInstallationSchema } from './installed-package.ts'
import { launchPinSchema } from './launch-pin.ts'
import { packageChecksSchema } from './package-checks.ts'
import { foundRuntimeSchema } from './runtimes.ts'
import { placeholderSchema } from './placeholder-value.ts'
import { serverNameSchema } from '../server-draft.ts'
import { httpTransportKindSchema } from '../server.ts'

/** Which program a configuration was written for. `file` and `text`: not known by where it lies. */
export const importSourceSchema = z.enum([
  'claude-desktop',
  'vscode',
  'cursor',
  'claude-code',
  'windsurf',
  'zed',
  'cline',
  'roo',
  'codex',
  'grok',
  'gemini',
  'copilot',
  'opencode',
  'kilo',
  'goose',
  'continue',
  'librechat',
  'lm-studio',
  'jan',
  'amazon-q',
  'kiro',
  'warp',
  'boltai',
  'antigravity',
  'witsy',
  'deepchat',
  'bundle',
  'plugin',
  'file',
  'text',
])
export type ImportSource = z.infer<typeof importSourceSchema>

/** Syntax or kind of a pasted text. */
export const importFormatSchema = z.enum([
  'json',
  'toml',
  'yaml',
  'command',
  'link',
  'url',
  'package',
  'registry',
])
export type ImportFormat = z.infer<typeof importFormatSchema>

export const importIssueCodeSchema = z.enum([
  // Why a whole file cannot be read.
  'unreadable',
  'not-allowed',
  'not-a-file',
  'too-large',
  'not-text',
  'encoding-unknown',
  'not-json',
  'not-toml',
  'not-yaml',
  // Why a pasted text is no server.
  'not-recognised',
  'shell-syntax',
  'quote-open',
  'installs-only',
  'link-unreadable',
  'registry-name',
  'page-not-server',
  'too-deep',
  'too-many-values',
  // Why a bundle is refused.
  'bundle-damaged',
  'bundle-encrypted',
  'bundle-layout',
  'bundle-no-manifest',
  'bundle-signature',
  'bundle-unsafe',
  'manifest-too-new',
  'plugin-no-manifest',
  'plugin-left-out',
  'entry-point-missing',
  'not-for-this-system',
  'list-in-text',
  'too-much',
  'no-servers',
  // Why a server cannot be imported, or not as it is.
  'too-many-servers',
  'wrong-type',
  'nothing-to-run',
  'registry-bundle-address',
  'registry-bundle-digest',
  'registry-type',
  'registry-deleted',
  'registry-unsafe',
  'transport-unknown',
  'url-invalid',
  'too-long',
  'too-many',
  'too-much-to-read',
  'repeated-name',
  'empty',
  'nul',
  'variable-name',
  'header-name',
  'reserved-name',
  'variable-unsupported',
  'no-folder',
  // What the person should know; the server can be imported all the same.
  'url-left-out',
  'command-left-out',
  'repeated-key',
  'turned-off',
  'env-file',
  'not-taken-over',
  'approvals-not-taken-over',
  'helper-not-taken-over',
  'bundle-incomplete',
  'bundle-fetches',
  'bundle-dated',
  /** uv would write a lock file into the bundle, which is read-only. */
  'bundle-unlocked',
  'bundle-locked',
  'variable-unknown',
  'registry-deprecated',
])
export type ImportIssueCode = z.infer<typeof importIssueCodeSchema>

/** Something about a file or a server in it: `at` is the place in the file, `mcpServers.files.args[2]`. */
export const importIssueSchema = z.object({
  code: importIssueCodeSchema,
  at: z.string(),
  /** First is 1; null for what has no place in the text. */
  line: z.number().int().positive().nullable(),
  /** Its subject: a variable, a type, a number. Text of the file, to be shown as such. */
  detail: z.string(),
})
export type ImportIssue = z.infer<typeof importIssueSchema>

/** A variable or header as the window sees it: the value of a secret stays in main. */
export const importedValueSchema = z.object({
  name: z.string(),
  /** Null for a secret. */
  value: z.string().nullable(),
  /** It is to go into the keychain. */
  secret: z.boolean(),
  /** Characters, so that an empty or cut value is seen without being shown. */
  length: z.number().int().nonnegative(),
  /** Variables of the file that it is made of, as they are written there. */
  uses: z.array(z.string()),
  /** Nothing was given for a variable in it: the person is asked for it before the first start. */
  missing: z.boolean().optional(),
})
export type ImportedValue = z.infer<typeof importedValueSchema>

export const importedLaunchSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    env: z.array(importedValueSchema),
    cwd: z.string().optional(),
  }),
  z.object({
    kind: z.literal('http'),
    url: z.string(),
    headers: z.array(importedValueSchema),
    httpTransport: httpTransportKindSchema.optional(),
  }),
])
export type ImportedLaunch = z.infer<typeof importedLaunchSchema>

/** A variable of the person's own environment that a configuration wants. Read only once it is allowed. */
export const hostVariableSchema = z.object({
  name: z.string(),
  /** Its receiver: an address, or a command. */
  receiver: z.string(),
  /** Its place in the launch. */
  where: z.enum(['command', 'argument', 'environment', 'directory', 'url', 'header']),
  /** There is such a variable; what it holds is not known yet. */
  isSet: z.boolean(),
  /** False for what looks like a secret and would stand in plain sight: that has to be typed. */
  isShareable: z.boolean(),
})
export type HostVariable = z.infer<typeof hostVariableSchema>

/** A bundle that an entry of a registry names. */
export const bundleDownloadSchema = z.object({
  url: z.string(),
  /** SHA-256 of the file in hex, as the entry says. */
  sha256: z.string(),
})
export type BundleDownload = z.infer<typeof bundleDownloadSchema>

/** Reasons for which a file was not fetched. */
export type DownloadProblem =
  | 'unreachable'
  | 'status'
  | 'redirect'
  | 'checksum'
  | 'too-large'
  | 'stalled'
  | 'disk-full'

/** One server found in a file. Not importable when `launch` is null; `problems` says why, or `download` what is needed. */
export const importedServerSchema = z.object({
  id: identifierSchema,
  /** The bundle that has to be fetched before its launch is known; absent for all else. */
  download: bundleDownloadSchema.optional(),
  name: z.string(),
  at: z.string(),
  line: z.number().int().positive().nullable(),
  launch: importedLaunchSchema.nullable(),
  risks: z.array(launchRiskSchema),
  problems: z.array(importIssueSchema),
  notes: z.array(importIssueSchema),
  /** Inputs to fill in before it can run, by id. */
  inputs: z.array(identifierSchema),
  /** Variables that it wants of the person's own environment. It gets each only if they allow it. */
  hostVariables: z.array(hostVariableSchema),
  /** A server that runs the same: one that is here already, or one above it in this import. */
  same: z.object({ name: z.string(), added: z.boolean() }).nullable(),
  /** True if the server is selected at first. */
  suggested: z.boolean(),
})
export type ImportedServer = z.infer<typeof importedServerSchema>

/** Something that a file leaves to be asked for: VS Code's inputs, and environment variables. */
export const importInputSchema = z.object({
  id: identifierSchema,
  kind: z.enum(['text', 'password', 'choice', 'number', 'folder', 'file', 'environment']),
  /** Its id in the file, or the name of the environment variable. */
  name: z.string(),
  description: z.string(),
  options: z.array(z.string()),
  /** The value when nothing is typed; null when something must be. Never a secret. */
  fallback: z.string().nullable(),
  /** The file holds a value that is used when nothing is typed, and that is not shown. */
  set: z.boolean(),
  /** Left empty, a server that uses it cannot be added. */
  required: z.boolean(),
  /** It is to be typed unseen and goes into the keychain wherever it can. */
  secret: z.boolean(),
  /** More about it, as the file says. */
  note: z.string().optional(),
  /** Several values, one a line. */
  many: z.boolean().optional(),
  /** Of a number. */
  min: z.number().optional(),
  max: z.number().optional(),
})
export type ImportInput = z.infer<typeof importInputSchema>

/** A bundle as its manifest claims and its bytes prove. */
export const importedBundleSchema = z.object({
  version: z.string(),
  author: z.string(),
  /** Of its archive, without the signature, in hex. */
  sha256: z.string(),
  files: z.number().int().nonnegative(),
  /** Bytes of all files. */
  size: z.number().nonnegative(),
  /** Name in the signer's certificate, as it claims; null for a bundle that is not signed. */
  signer: z.string().nullable(),
  /** Hosts that it was downloaded from, in order; absent for a file of the person. */
  hosts: z.array(z.string()).optional(),
  /** SHA-256 of the signer's certificate in hex; null for a bundle that is not signed. */
  certificate: z.string().nullable(),
  /** `trusted`: the person trusted this very certificate; `expired`: it is not valid at present. */
  trust: z.enum(['unsigned', 'unknown', 'trusted', 'expired']),
})
export type ImportedBundle = z.infer<typeof importedBundleSchema>

export const importedFileSchema = z.object({
  id: identifierSchema,
  source: importSourceSchema,
  /** Null for pasted text. */
  path: z.string().nullable(),
  /** Of pasted text, where all of it is of one. */
  format: importFormatSchema.optional(),
  problems: z.array(importIssueSchema),
  servers: z.array(importedServerSchema),
  inputs: z.array(importInputSchema),
  bundle: importedBundleSchema.optional(),
})
export type ImportedFile = z.infer<typeof importedFileSchema>

/** Everything an import holds so far. Kept in main, with the secrets, until closed or too old. */
export const serverImportPreviewSchema = z.object({
  id: identifierSchema,
  files: z.array(importedFileSchema),
})
export type ServerImportPreview = z.infer<typeof serverImportPreviewSchema>

/** A configuration of another program that is on this machine, for an offer to import it. */
export const foundImportSchema = z.object({
  source: importSourceSchema,
  path: z.string(),
  servers: z.array(z.string()),
  problems: z.array(importIssueSchema),
})
export type FoundImport = z.infer<typeof foundImportSchema>

/** The decision of the person on one server. */
export const importChoiceSchema = z.object({
  serverId: identifierSchema,
  name: serverNameSchema,
  /** Names of variables or headers that go into the keychain; the others are kept in plain sight. */
  secrets: z.array(z.string().max(256)).max(256),
  /** Names of variables of the person's own environment that this server may be given. */
  hostVariables: z.array(z.string().max(1024)).max(256),
  /** Its package is installed first, and started from the disk. */
  install: z.boolean().optional(),
})
export type ImportChoice = z.infer<typeof importChoiceSchema>

export const importAnswerSchema = z.object({
  inputId: identifierSchema,
  value: z.string().max(65_536),
})
export type ImportAnswer = z.infer<typeof importAnswerSchema>

/** The exact launch of every server that is about to be added. Can be saved once, by `id`. */
export const importReviewSchema = z.object({
  id: identifierSchema,
  servers: z.array(
    z.object({
      serverId: identifierSchema,
      name: z.string(),
      launch: importedLaunchSchema,
      resolution: commandResolutionSchema.nullable(),
      risks: z.array(launchRiskSchema),
      packageChecks: packageChecksSchema.optional(),
      /** The files that decide what runs; null for an address or a command that is not there. */
      pin: launchPinSchema.nullable(),
      runtime: foundRuntimeSchema.optional(),
      placeholders: z.array(placeholderSchema).optional(),
      bundle: importedBundleSchema.optional(),
      installation: serverInstallationSchema.optional(),
    }),
  ),
})
export type ImportReview = z.infer<typeof importReviewSchema>

/** The servers that were added, and the files that still hold their secrets in plain text. */
export const serverImportOutcomeSchema = z.object({
  serverIds: z.array(identifierSchema),
  plainFiles: z.array(z.string()),
})
export type ServerImportOutcome = z.infer<typeof serverImportOutcomeSchema>
