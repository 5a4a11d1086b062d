/** Longest pattern that is run at all. */
const MAX_PATTERN = 400

/**
 * Whether a regular expression from a server can be run here without the risk of freezing the window:
 * it compiles, and repeats nothing that itself repeats or branches. Others are left to the server.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN || !compiles(pattern)) return false
  const plain = pattern.replace(/\\./gsu, '_').replace(/\[[^\]]*\]/gu, '_')
  if (/\\[1-9k]|\(\?<?[=!]/u.test(pattern)) return false
  return !hasRepeatedGroup(plain) && countOpenRepeats(plain) <= 3
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Open-ended repeats one after another ('.*.*.*x') cost a power of the text's length. */
function countOpenRepeats(pattern: string): number {
  return pattern.match(/[*+]|\{\d*,\}/gu)?.length ?? 0
}

/** A group with a repeat or a branch in it that is itself repeated: '(a+)+', '(a|ab)*'. */
function hasRepeatedGroup(pattern: string): boolean {
  const starts: number[] = []
  for (let index = 0; index < pattern.length; index += 1) {
    if (pattern[index] === '(') starts.push(index)
    if (pattern[index] !== ')') continue
    const inside = pattern.slice((starts.pop() ?? 0) + 1, index)
    const repeated = /^(?:[*+]|\{\d+(?:,\d*)?\})/u.test(pattern.slice(index + 1))
    if (repeated && /[*+|]|\{\d*,/u.test(inside)) return true
  }
  return false
}
