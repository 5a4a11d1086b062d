import type { ConnectionFailure } from '../servers/connection-failure.ts'
import type { ServerTransport } from '../servers/server.ts'
import { fetchingProgram, innermostProgram } from '../servers/launch/fetching-launch.ts'
import type { OutputLine } from './read-output.ts'
import type { DoctorStepName, Mend } from './report.ts'

/** A placeholder that another program would have filled in, or that its reader was to replace. */
const placeholderPattern =
  /\$\{(?:user_config|input|env)[.:][\w.-]+\}|<(?:your|my|insert|replace)[^<>\s]{1,60}>|\bYOUR_[A-Z0-9_]*(?:KEY|TOKEN|SECRET|ID)\b/i

/** Marks by which a cause is recognised. */
export interface CauseFacts {
  transport: ServerTransport
  failure: ConnectionFailure
  lines: readonly OutputLine[]
  platform: string
}

/** A cause that was recognised. `line`: the printed line that shows it; `name`: what it is about. */
export interface Finding {
  line?: OutputLine | undefined
  name?: string | undefined
}

interface Cause {
  id: string
  step: DoctorStepName
  find(facts: CauseFacts): Finding | undefined
  mends(finding: Finding, facts: CauseFacts): Mend[]
}

const EDIT_COMMAND: Mend = { kind: 'edit', field: 'command' }
const EDIT_ARGUMENTS: Mend = { kind: 'edit', field: 'args' }
const START: Mend = { kind: 'start' }
const INSTALL: Mend = { kind: 'install' }
const CLIENT: Mend = { kind: 'edit', field: 'client' }
const set = (name: string, value?: string): Mend => ({
  kind: 'set-variable',
  name,
  ...(value === undefined ? {} : { value }),
})

/** The first line that matches; `name` is what the expression captures. */
function printed({ lines }: CauseFacts, pattern: RegExp): Finding | undefined {
  for (const line of lines) {
    const match = pattern.exec(line.text)
    if (match) return { line, name: match.slice(1).find((part) => part !== undefined) }
  }
  return undefined
}

const programOf = ({ transport }: CauseFacts): string =>
  transport.kind === 'stdio' ? innermostProgram(transport).name : ''
/** The command that was looked for and is nowhere. */
const missingCommand = ({ failure }: CauseFacts): string | undefined =>
  failure.code === 'command-not-found' ? failure.command : undefined

const NODE = /^(?:node|npx|npm|pnpm|pnpx|bunx|bun|deno)$/
const PYTHON = /^(?:uvx|uv|python[\d.]*|pipx)$/

/** Known causes of failed starts, the more exact ones first: the first that is found is named. */
export const CAUSES = [
  {
    id: 'windows-command',
    step: 'command',
    find: (facts) =>
      facts.platform === 'win32'
        ? printed(facts, /\bspawn (npx|npm|uvx|node)(?:\.cmd)? (?:ENOENT|EINVAL)/)
        : undefined,
    mends: () => [EDIT_COMMAND],
  },
  {
    id: 'uv-missing',
    step: 'runtime',
    find(facts) {
      const command = missingCommand(facts)
      if (command !== undefined && PYTHON.test(programOf(facts))) return { name: command }
      return printed(facts, /(?:spawn (uvx?) ENOENT|\b(uvx?): (?:command )?not found)/)
    },
    mends: () => [EDIT_COMMAND, START],
  },
  {
    id: 'node-missing',
    step: 'runtime',
    find(facts) {
      const command = missingCommand(facts)
      if (command !== undefined && NODE.test(programOf(facts))) return { name: command }
      return printed(
        facts,
        /(?:env: ['‘]?(node)['’]?: No such|\b(node|npx): (?:command )?not found)/,
      )
    },
    mends: () => [EDIT_COMMAND, START],
  },
  {
    id: 'native-module',
    step: 'runtime',
    find: (facts) =>
      printed(
        facts,
        /NODE_MODULE_VERSION|ERR_DLOPEN_FAILED|invalid ELF header|different Team IDs|compiled against a different Node/,
      ),
    mends: () => [EDIT_COMMAND, START],
  },
  {
    id: 'old-node',
    step: 'runtime',
    find: (facts) =>
      printed(
        facts,
        /EBADENGINE|[Uu]nsupported engine|requires? (?:a )?Node(?:\.js)? (?:version|v|>)|ERR_UNKNOWN_BUILTIN_MODULE|(?:fetch|crypto|ReadableStream|File) is not defined|SyntaxError: Unexpected token '(?:\?\?=|\|\|=|\.|with)'|does not provide an export named/,
      ),
    mends: () => [EDIT_COMMAND],
  },
  {
    id: 'dotenv-noise',
    step: 'output',
    find: (facts) => printed(facts, /^\[?dotenv@\d|injecting env \(\d+\) from/),
    mends: () => [set('DOTENV_CONFIG_QUIET', 'true')],
  },
  {
    id: 'dotnet-noise',
    step: 'output',
    find: (facts) =>
      facts.failure.code === 'bad-output'
        ? printed(
            facts,
            /\bMicrosoft\.Hosting\.Lifetime\b|^(?:info|warn|fail|dbug): [A-Z]\w{1,60}\./,
          )
        : undefined,
    mends: () => [set('Logging__Console__LogToStandardErrorThreshold', 'Trace')],
  },
  {
    id: 'cache-in-use',
    step: 'install',
    find: (facts) => printed(facts, /\bENOTEMPTY\b/),
    mends: () => [START, set('npm_config_cache', '')],
  },
  {
    id: 'cache-broken',
    step: 'install',
    find: (facts) => printed(facts, /\bEINTEGRITY\b|\bTAR_ENTRY_ERROR\b/),
    mends: () => [START, set('npm_config_cache', '')],
  },
  {
    id: 'git-build',
    step: 'install',
    find: (facts) =>
      printed(facts, /git ls-remote|git dep preparation|Could not read from remote repository/),
    mends: () => [START, { kind: 'start-limit' }],
  },
  {
    id: 'package-missing',
    step: 'install',
    find: (facts) =>
      printed(
        facts,
        /404 Not Found - GET|is not in (?:the npm|this) registry|No solution found when resolving|not found in the package registry/,
      ),
    mends: () => [EDIT_ARGUMENTS],
  },
  {
    id: 'image-missing',
    step: 'install',
    find: (facts) =>
      printed(
        facts,
        /pull access denied for|\bmanifest for\b|manifest unknown|[Nn]o such image|response from daemon: (?:Get|Head) "https?:/,
      ),
    mends: (_finding, { transport }) =>
      transport.kind === 'stdio' && transport.args.some((word) => word.includes('@sha256:'))
        ? [INSTALL, START]
        : [EDIT_ARGUMENTS, START],
  },
  {
    id: 'docker-stopped',
    step: 'runtime',
    find: (facts) =>
      printed(
        facts,
        /[Cc]annot connect to the Docker daemon|docker daemon is not running|error during connect:/,
      ),
    mends: () => [START],
  },
  {
    id: 'tls-proxy',
    step: 'install',
    find: (facts) =>
      printed(
        facts,
        /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|unable to get local issuer certificate|CERTIFICATE_VERIFY_FAILED|invalid peer certificate|self[- ]signed certificate/i,
      ),
    mends: (_finding, facts) =>
      PYTHON.test(programOf(facts))
        ? [set('SSL_CERT_FILE', ''), set('REQUESTS_CA_BUNDLE', '')]
        : [set('NODE_EXTRA_CA_CERTS', '')],
  },
  {
    id: 'tls',
    step: 'tls',
    find: ({ failure }) =>
      failure.code === 'tls' || failure.code === 'ca-file' ? { name: failure.detail } : undefined,
    mends: () => [{ kind: 'edit', field: 'network' }],
  },
  {
    id: 'unfilled-placeholder',
    step: 'command',
    find({ transport }) {
      const texts =
        transport.kind === 'http'
          ? [transport.url]
          : [
              ...transport.args,
              ...transport.env.flatMap(({ value }) =>
                value.kind === 'plain' ? [value.value] : [],
              ),
            ]
      const name = texts.map((text) => placeholderPattern.exec(text)?.[0]).find(Boolean)
      return name === undefined ? undefined : { name }
    },
    mends: (_finding, { transport }) => [
      transport.kind === 'http' ? { kind: 'edit', field: 'url' } : EDIT_ARGUMENTS,
    ],
  },
  {
    id: 'client-mismatch',
    step: 'registration',
    find: ({ failure }) =>
      failure.mismatch?.of === 'client' ? { name: failure.mismatch.found ?? undefined } : undefined,
    mends: () => [CLIENT],
  },
  {
    id: 'no-registration',
    step: 'registration',
    find: ({ failure }) =>
      failure.code === 'sign-in-needed' && failure.detail === 'sign-in/unsupported'
        ? { name: failure.said }
        : undefined,
    mends: () => [CLIENT, { kind: 'edit', field: 'headers' }],
  },
  {
    id: 'registration-refused',
    step: 'registration',
    find: ({ failure }) =>
      failure.code === 'sign-in-needed' &&
      (failure.detail === 'sign-in/rejected' || failure.detail === 'sign-in/denied')
        ? { name: failure.said }
        : undefined,
    mends: () => [{ kind: 'sign-in' }, CLIENT],
  },
  {
    id: 'bundle-unreadable',
    step: 'install',
    find: (facts) =>
      printed(
        facts,
        /[Ee]nd of central directory|[Ii]nvalid comment length|[Ff]ailed to preview|[Ii]nvalid manifest|[Uu]nrecognized key\(s\) in object/,
      ),
    mends: () => [EDIT_COMMAND],
  },
  {
    id: 'code-missing',
    step: 'process',
    find: (facts) =>
      printed(
        facts,
        /Cannot find (?:module|package) '|No module named|can't open file '|ERR_MODULE_NOT_FOUND/,
      ),
    mends: () => [EDIT_ARGUMENTS],
  },
  {
    id: 'helper-missing',
    step: 'process',
    find: (facts) =>
      printed(
        facts,
        /\bspawn ([^\s'"]{1,100}) ENOENT|(?:^|: )([\w.+-]{1,60}): (?:command )?not found$|exec: "([^"]{1,100})": executable file not found/,
      ),
    mends: () => [START, set('PATH', '')],
  },
  {
    id: 'port-in-use',
    step: 'process',
    find: (facts) => printed(facts, /\bEADDRINUSE\b|[Aa]ddress already in use/),
    mends: () => [EDIT_ARGUMENTS, START],
  },
  {
    id: 'slow-download',
    step: 'install',
    find: ({ failure, transport }) => {
      const name = transport.kind === 'stdio' ? fetchingProgram(transport) : undefined
      return failure.code === 'no-response' && name !== undefined ? { name } : undefined
    },
    mends: () => [START, { kind: 'start-limit' }],
  },
  {
    id: 'slow-start',
    step: 'handshake',
    find: ({ failure, transport }) =>
      failure.code === 'no-response' && transport.kind === 'stdio' ? {} : undefined,
    mends: () => [{ kind: 'start-limit' }, EDIT_ARGUMENTS],
  },
  {
    id: 'other-output',
    step: 'output',
    find: ({ failure, lines, transport }) =>
      failure.code === 'bad-output' && transport.kind === 'stdio' ? { line: lines[0] } : undefined,
    mends: () => [EDIT_ARGUMENTS],
  },
] as const satisfies readonly Cause[]

export type CauseId = (typeof CAUSES)[number]['id'] | 'variable-missing' | 'said'
