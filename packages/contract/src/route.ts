import { identifierSchema } from '@gatehouse/domain'
import { z } from 'zod'
import type { Acts } from './acts.ts'

/** One IPC call: its input (validated in main), its output, and the press of the person that it needs. */
export interface Route<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  input: Input
  output: Output
  acts: Acts<z.output<Input>>
}

export function route<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Route<Input, Output>,
): Route<Input, Output> {
  return definition
}

/* Inputs that many routes have. */
export const noInput = z.object({})
export const byId = z.object({ id: identifierSchema })
export const ofServer = z.object({ serverId: identifierSchema })
