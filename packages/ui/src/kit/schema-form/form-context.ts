import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { createContext, useContext } from 'react'
import type { SchemaProblem } from './check-value.ts'
import type { JsonMistake } from './parse-typed-json.ts'

/** The words of a form itself; texts of the schema are the server's. */
export interface SchemaFormLabels {
  form: string
  raw: string
  rawHint: string
  notSet: string
  setNull: string
  isNull: string
  addItem: string
  addProperty: string
  propertyName: string
  moveUp: (position: number) => string
  moveDown: (position: number) => string
  removeItem: (position: number) => string
  removeProperty: (name: string) => string
  item: (position: number) => string
  showFields: (name: string) => string
  variant: string
  /** JSON Schema types in words, with a format where there is one: 'text (email)'. */
  types: (types: readonly string[], format?: string) => string
  option: (position: number) => string
  fixedValue: string
  showMore: string
  showLess: string
  noFields: string
  /** The schema is too large to draw. */
  tooLarge: string
  /** Some rules are left to the server. */
  partly: string
  badJson: (mistake: JsonMistake) => string
  notAnObject: string
  problem: (problem: SchemaProblem) => string
  /** A doubt about a text field, by its name and schema ('this looks like a password'). */
  warning?: ((name: string, schema: JsonObject) => string | undefined) | undefined
}

export interface FormContextValue {
  root: JsonObject
  labels: SchemaFormLabels
  /** Prefix of every control's id, so that the first wrong one can be found and focused. */
  formId: string
  /** Returns the problem at a place, in words, once it was touched or sent; undefined = nothing to show. */
  problemAt: (pointer: string) => string | undefined
  touch: (pointer: string) => void
  chosenAt: (pointer: string) => number | undefined
  choose: (pointer: string, option: number) => void
  disabled: boolean
}

export const FormContext = createContext<FormContextValue | null>(null)

export function useFormContext(): FormContextValue {
  const context = useContext(FormContext)
  if (!context) throw new Error('A schema field needs a SchemaForm around it.')
  return context
}

/** One place in a form. `name` is the key or index in the parent, handed back to `onChange`. */
export interface SchemaFieldProps {
  schema: JsonValue
  pointer: string
  name: string
  /** Name for a schema without a title. */
  title: string
  value: JsonValue | undefined
  /** `undefined` takes the value away. */
  onChange: (name: string, value: JsonValue | undefined) => void
  required: boolean
  depth: number
  labelHidden?: boolean | undefined
}

export function controlId(formId: string, pointer: string): string {
  return `${formId}${pointer}`
}
