/** Joins class names; anything that is not a string (a condition that failed) is left out. */
export function classNames(...parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}
