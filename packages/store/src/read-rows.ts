import type { JsonBudget } from '@gatehouse/domain'
import type { z } from 'zod'
import { parseRecord } from './parse-record.ts'

/** A row that was skipped as unreadable. It stays in the file. */
export interface StoreProblem {
  table: string
  /** The row's identifier, where it has one. */
  id: string
  /** The fault and its consequence, as text without the row's contents. */
  message: string
}

export type ReportProblem = (problem: StoreProblem) => void

/** Turns a JSON column into a value; rows that do not parse are reported once each. */
export type RowReader = <T>(row: Row, schema: z.ZodType<T>) => T | null

interface Row {
  table: string
  id: unknown
  json: unknown
  /** Default: what one record of our own may be. */
  budget?: JsonBudget
}

export function createRowReader(report: ReportProblem): RowReader {
  const reported = new Set<string>()
  return ({ table, id, json, budget }, schema) => {
    const parsed = parseRecord(String(json), schema, budget)
    if (parsed.ok) return parsed.value
    const key = `${table}/${String(id)}`
    if (!reported.has(key)) {
      reported.add(key)
      const message = `One saved record (${key}) cannot be read and is left out. ${parsed.problem}`
      report({ table, id: String(id), message })
    }
    return null
  }
}

/** The values of rows of `id, json`, without those that do not parse. */
export function readAll<T>(rows: unknown[][], table: string, parse: (row: Row) => T | null): T[] {
  return rows.flatMap(([id, json]) => {
    const value = parse({ table, id, json })
    return value === null ? [] : [value]
  })
}
