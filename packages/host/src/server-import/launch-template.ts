import type { HttpTransportKind } from '@gatehouse/domain'
import type { Template, TemplatePart } from './template.ts'

export type ConfigVariable = Exclude<TemplatePart, { kind: 'text' }>

/** The value of a variable; undefined leaves it as it is written. */
export type VariableValue = (variable: ConfigVariable) => string | undefined

export interface NamedTemplate {
  name: string
  value: Template
}

/** A launch whose variables are not filled in yet. */
export type LaunchTemplate =
  | {
      kind: 'stdio'
      command: Template
      args: Template[]
      env: NamedTemplate[]
      cwd: Template | null
    }
  | { kind: 'http'; url: Template; headers: NamedTemplate[]; httpTransport: HttpTransportKind }
