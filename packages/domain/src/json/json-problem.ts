import { GatehouseError } from '../gatehouse-error.ts'
import { groupedDigits } from '../text/text.ts'

/**
 * Reason for which a text is not accepted as JSON. `message` is a sentence about "it", without content of the text.
 */
export interface JsonProblem {
  code:
    | 'json/not-json'
    | 'json/too-large'
    | 'json/too-many-nodes'
    | 'json/too-deep'
    | 'json/forbidden-key'
    | 'json/repeated-key'
    | 'json/inexact-number'
  message: string
  /** Where in the text, in characters from 0. */
  offset: number
  /** The limit of the budget, if the problem is about one. */
  limit?: number
}

/** The problem as an error; `subject` begins its sentence: "The response of files". */
export function jsonRefused(problem: JsonProblem, subject: string): GatehouseError {
  const { code, message, ...data } = problem
  return new GatehouseError(code, `${subject} was refused: ${message}`, { data })
}

export const jsonProblem = {
  notJson: (offset: number): JsonProblem => ({
    code: 'json/not-json',
    message: `It is not JSON (at character ${groupedDigits(offset + 1)}).`,
    offset,
  }),
  tooLarge: (size: number, limit: number): JsonProblem => ({
    code: 'json/too-large',
    message: `It is ${groupedDigits(size)} bytes long; at most ${groupedDigits(limit)} are read.`,
    offset: limit,
    limit,
  }),
  tooManyNodes: (offset: number, limit: number): JsonProblem => ({
    code: 'json/too-many-nodes',
    message: `It holds more than ${groupedDigits(limit)} values, the most that are read (reached at character ${groupedDigits(offset + 1)}).`,
    offset,
    limit,
  }),
  tooDeep: (offset: number, limit: number): JsonProblem => ({
    code: 'json/too-deep',
    message: `It nests deeper than ${groupedDigits(limit)} levels, the most that are read (at character ${groupedDigits(offset + 1)}).`,
    offset,
    limit,
  }),
  forbiddenKey: (offset: number): JsonProblem => ({
    code: 'json/forbidden-key',
    message: `It has a key named "__proto__" (at character ${groupedDigits(offset + 1)}), which could be sent without being shown.`,
    offset,
  }),
  repeatedKey: (offset: number): JsonProblem => ({
    code: 'json/repeated-key',
    message: `It has the same key twice in one object (again at character ${groupedDigits(offset + 1)}), so that readers may differ about its value.`,
    offset,
  }),
  inexactNumber: (offset: number, literal: string): JsonProblem => ({
    code: 'json/inexact-number',
    message: `It has a number that cannot be represented exactly: ${literal.slice(0, 40)} (at character ${groupedDigits(offset + 1)}). Write such a number as a string.`,
    offset,
  }),
}
