/** Output of the commands: steps, outcomes and notices. */
import { AsyncLocalStorage } from 'node:async_hooks'

const colour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined

/**
 * @param {number} code
 * @param {string} text
 */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`
}

/** @type {AsyncLocalStorage<string[]>} */
const captured = new AsyncLocalStorage()

/**
 * Works without printing, so that what runs beside it can be read in one piece.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {{ done: Promise<T>, lines: readonly string[] }} and what it would have printed so far
 */
export function captureOutput(work) {
  /** @type {string[]} */
  const lines = []
  return { done: captured.run(lines, work), lines }
}

/**
 * Prints lines, or keeps them where {@link captureOutput} does.
 * @param {string} text
 */
function print(text) {
  const lines = captured.getStore()
  if (lines) lines.push(text)
  else console.log(text)
}

/**
 * A boxed notice that cannot be overlooked between the lines of a log.
 * @param {string} title
 * @param {readonly string[]} lines
 */
function notice(title, lines) {
  const width = Math.max(title.length, ...lines.map((line) => line.length))
  const rule = '*'.repeat(width + 4)
  const boxed = [title, ...lines].map((line) => `* ${line.padEnd(width)} *`)
  print(paint(33, [rule, ...boxed, rule].join('\n')))
}

export const log = Object.freeze({
  print,
  notice,
  /** @param {string} text */
  info: (text) => print(`  ${text}`),
  /** Names the step that begins. @param {string} text */
  step: (text) => print(paint(1, `> ${text}`)),
  /** @param {string} text */
  success: (text) => print(paint(32, `  ok   ${text}`)),
  /** @param {string} text */
  failure: (text) => print(paint(31, `  FAIL ${text}`)),
})
