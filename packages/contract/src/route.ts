import type { z } from 'zod'

/** One IPC call: its input (validated in main) and its output. */
export interface Route<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  input: Input
  output: Output
}

export function route<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Route<Input, Output>,
): Route<Input, Output> {
  return definition
}
