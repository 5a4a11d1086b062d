import { fixturePaths } from './fixture-paths.ts'
import type { FixtureEra, FixtureFeature } from './fixture-options.ts'

/** Command to start: an executable and its arguments, never a shell string. */
export type StdioCommand = { command: string; args: string[] }

/** Options of the good fixture server over stdio. */
export type FixtureCommandOptions = {
  features?: readonly FixtureFeature[]
  /** Default `dual`. */
  era?: FixtureEra
  name?: string
  title?: string
  instructions?: string
  /** File that gets one JSON line for each `FixtureEvent`. */
  eventsFile?: string
  pidFile?: string
}

/** A way to go wrong; each is described in `bin/misbehaving-server.mjs`. */
export type Misbehaviour =
  | 'well-behaved'
  | 'silent'
  | 'slow'
  | 'garbage'
  | 'only-garbage'
  | 'exit-at-once'
  | 'exit-after-initialize'
  | 'ignore-sigterm-and-eof'
  | 'grandchild'
  | 'stderr-flood'
  | 'half-message'
  | 'unknown-id'
  | 'huge-line'

export type MisbehavingCommandOptions = {
  pidFile?: string
  /** Milliseconds: response delay of `slow` (2000), rest of `half-message` (never), exit delay. */
  delayMs?: number
  /** Exit code of the two exiting modes. Default 1. */
  exitCode?: number
  /** Output of the two exiting modes to stderr before they exit. */
  stderr?: string
  /** Bytes of `stderr-flood` (1 MiB) and `huge-line` (16 MiB). */
  bytes?: number
  /** File that gets the process id of the grandchild. */
  grandchildPidFile?: string
  /** Start the grandchild in a session and process group of its own. */
  grandchildSession?: boolean
  /** Milliseconds after which every process of the script ends by itself. Default 120000. */
  lifetimeMs?: number
}

/** Returns the command of the good fixture server over stdio. */
export function fixtureServerCommand(options: FixtureCommandOptions = {}): StdioCommand {
  return nodeCommand(fixturePaths.fixtureServer, {
    features: options.features?.join(','),
    era: options.era,
    name: options.name,
    title: options.title,
    instructions: options.instructions,
    events: options.eventsFile,
    'pid-file': options.pidFile,
  })
}

/** Returns the command of a stdio server that fails in the named way. */
export function misbehavingServerCommand(
  mode: Misbehaviour,
  options: MisbehavingCommandOptions = {},
): StdioCommand {
  return nodeCommand(fixturePaths.misbehavingServer, {
    mode,
    'pid-file': options.pidFile,
    'delay-ms': options.delayMs,
    'exit-code': options.exitCode,
    stderr: options.stderr,
    bytes: options.bytes,
    'grandchild-pid-file': options.grandchildPidFile,
    'grandchild-session': options.grandchildSession,
    'lifetime-ms': options.lifetimeMs,
  })
}

/** Returns the command of the protocol server over stdio. */
export function handwrittenServerCommand(options: {
  era: 'legacy' | 'modern'
  revision?: string
  /** Gets each line that the server received; `readRecording` reads it. */
  record?: string
}): StdioCommand {
  return nodeCommand(fixturePaths.handwrittenServer, options)
}

/** Returns the command of the hostile server; `badCallRows` and `badListRows` list its faults. */
export function hostileServerCommand(options: {
  era: 'legacy' | 'modern'
  /** Ask the client before the response to `initialize`. */
  asksFirst?: boolean
}): StdioCommand {
  return nodeCommand(fixturePaths.hostileServer, {
    era: options.era,
    'asks-first': options.asksFirst,
  })
}

type Flags = Record<string, string | number | boolean | undefined>

function nodeCommand(script: string, flags: Flags): StdioCommand {
  const args = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) {
      return []
    }
    // One word, so that a value that begins with a dash is not read as a flag.
    return value === true ? [`--${name}`] : [`--${name}=${value}`]
  })
  return { command: process.execPath, args: [script, ...args] }
}
