import type { HttpTransportKind } from '@gatehouse/domain'
import type { Template, TemplatePart } from './template.ts'

export type ConfigVariable = Exclude<TemplatePart, { kind: 'text' }>

/**
 * The value of a variable: a list where an argument stands for several, null where what it fills is left out. Undefined
 * leaves it as it is written.
 */
export type VariableValue = (
  variable: ConfigVariable,
) => string | readonly string[] | null | undefined

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
