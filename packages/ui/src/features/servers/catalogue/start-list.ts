import {
  Brain,
  Clock,
  Database,
  Folder,
  GitBranch,
  Globe,
  ListOrdered,
  PanelsTopLeft,
} from 'lucide-react'
import type { IconType } from '../../../kit/index.ts'
import type { catalogue } from '../../../locales/en/servers/catalogue.ts'

type StartName = keyof typeof catalogue.start
type InputName = keyof typeof catalogue.input

interface StartArgument {
  type: 'positional' | 'named'
  /** Of an option. */
  name?: string
  /** Words of the person's language for what is filled in. */
  input: InputName
  format: 'directory' | 'filepath'
  isRequired?: boolean
  isRepeated?: boolean
}

/** A server to begin with, as an entry of a registry would say it. */
export interface StartServer {
  name: StartName
  icon: IconType
  /** `mcp`: the project of the protocol, as the scope of the package proves. */
  maker: keyof typeof catalogue.maker
  registryType: 'npm' | 'pypi'
  identifier: string
  packageArguments?: readonly StartArgument[]
  environmentVariables?: readonly { name: string; input: InputName; format: 'filepath' }[]
}

/** Servers that most people need first. The newest version is meant: the consent shows what that is. */
export const START_LIST: readonly StartServer[] = [
  {
    name: 'files',
    icon: Folder,
    maker: 'mcp',
    registryType: 'npm',
    identifier: '@modelcontextprotocol/server-filesystem',
    packageArguments: [
      {
        type: 'positional',
        input: 'folders',
        format: 'directory',
        isRequired: true,
        isRepeated: true,
      },
    ],
  },
  {
    name: 'git',
    icon: GitBranch,
    maker: 'mcpByName',
    registryType: 'pypi',
    identifier: 'mcp-server-git',
    packageArguments: [
      { type: 'named', name: '--repository', input: 'repository', format: 'directory' },
    ],
  },
  {
    name: 'memory',
    icon: Brain,
    maker: 'mcp',
    registryType: 'npm',
    identifier: '@modelcontextprotocol/server-memory',
    environmentVariables: [{ name: 'MEMORY_FILE_PATH', input: 'memoryFile', format: 'filepath' }],
  },
  {
    name: 'browser',
    icon: PanelsTopLeft,
    maker: 'microsoft',
    registryType: 'npm',
    identifier: '@playwright/mcp',
  },
  {
    name: 'sqlite',
    icon: Database,
    maker: 'unproved',
    registryType: 'pypi',
    identifier: 'mcp-server-sqlite',
    packageArguments: [
      {
        type: 'named',
        name: '--db-path',
        input: 'database',
        format: 'filepath',
        isRequired: true,
      },
    ],
  },
  {
    name: 'pages',
    icon: Globe,
    maker: 'mcpByName',
    registryType: 'pypi',
    identifier: 'mcp-server-fetch',
  },
  {
    name: 'time',
    icon: Clock,
    maker: 'mcpByName',
    registryType: 'pypi',
    identifier: 'mcp-server-time',
  },
  {
    name: 'thinking',
    icon: ListOrdered,
    maker: 'mcp',
    registryType: 'npm',
    identifier: '@modelcontextprotocol/server-sequential-thinking',
  },
]

/** The entry as JSON, which main reads like any that is pasted. `words` names what is to be filled in. */
export function entryOf(
  { name, registryType, identifier, packageArguments, environmentVariables }: StartServer,
  words: (input: InputName) => string,
): string {
  return JSON.stringify({
    name,
    packages: [
      {
        registryType,
        identifier,
        packageArguments: (packageArguments ?? []).map(({ input, ...argument }) => ({
          ...argument,
          [argument.type === 'named' ? 'description' : 'valueHint']: words(input),
        })),
        environmentVariables: (environmentVariables ?? []).map(({ input, ...variable }) => ({
          ...variable,
          description: words(input),
        })),
      },
    ],
  })
}
