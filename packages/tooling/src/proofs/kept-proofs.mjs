import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @typedef {import('./proofs-of-runs.mjs').Proof} Proof */
/** @typedef {import('./proofs-of-runs.mjs').ProofsByFile} ProofsByFile */
/** What the last run of a test file proved. @typedef {{ at: string, proofs: Proof[] }} KeptFile */

/**
 * Where a run keeps what it proved.
 * @param {string} reports
 */
export const proofsIn = (reports) => join(reports, 'proofs.json')

/**
 * @param {string} file
 * @returns {Record<string, KeptFile>} by test file
 */
export function readKeptProofs(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Keeps what a run proved. A run of some files takes the place of what those files proved before; with
 * `isWhole` nothing of an earlier run stays.
 * @param {ProofsByFile} run
 * @param {{ file: string, isWhole?: boolean, at?: string }} options
 */
export function keepProofs(run, options) {
  const { isWhole = false, file, at = new Date().toISOString() } = options
  const kept = isWhole ? {} : readKeptProofs(file)
  for (const [name, proofs] of Object.entries(run)) kept[name] = { at, proofs }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(kept))
}
