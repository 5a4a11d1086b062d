const colour = process.stdout.isTTY && process.env['NO_COLOR'] === undefined

/**
 * @param {number} code
 * @param {string} text
 */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** @param {number} milliseconds */
export function duration(milliseconds) {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`
}

/** @param {string} text */
export const info = (text) => console.log(`  ${text}`)

/** @param {string} text */
export const begin = (text) => console.log(paint(1, `> ${text}`))

/** @param {string} text */
export const good = (text) => console.log(paint(32, `  ok   ${text}`))

/** @param {string} text */
export const bad = (text) => console.log(paint(31, `  FAIL ${text}`))

/**
 * A boxed notice that cannot be overlooked between the lines of a log.
 * @param {string} title
 * @param {readonly string[]} lines
 */
export function notice(title, lines) {
  const width = Math.max(title.length, ...lines.map((line) => line.length))
  const rule = '*'.repeat(width + 4)
  const boxed = [title, ...lines].map((line) => `* ${line.padEnd(width)} *`)
  console.log(paint(33, [rule, ...boxed, rule].join('\n')))
}
