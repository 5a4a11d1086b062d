import { identifierSchema } from '@gatehouse/domain'
import { z } from 'zod'
import type { Acts } from './acts.ts'

/**
 * One IPC call: its input (validated in main), its output, and the press of the person that it needs. `Raw` is the
 * input of a caller, `Input` the parsed one. The types are those of the values, not of the schemas, which are twenty
 * times as large and were evaluated anew in each package.
 */
export interface Route<Raw, Input, Output> {
  input: z.ZodType<Input, Raw>
  output: z.ZodType<Output>
  acts: Acts<Input>
}

export function route<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(definition: {
  input: Input
  output: Output
  acts: Acts<z.output<Input>>
}): Route<z.input<Input>, z.output<Input>, z.output<Output>> {
  // Nothing else is made here: only the types become those of the values.
  return definition as unknown as Route<z.input<Input>, z.output<Input>, z.output<Output>>
}

/* Inputs that many routes have. */
export const noInput = z.object({})
export const byId = z.object({ id: identifierSchema })
export const ofServer = z.object({ serverId: identifierSchema })
