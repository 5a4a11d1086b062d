import { MESSAGE_BUDGET } from '@gatehouse/domain'

export interface InputLimits {
  /** Estimated size of the value as the structured clone algorithm writes it. */
  maxBytes: number
  maxDepth: number
}

/** A route has some levels of its own around what a person edits. */
export const MAIN_INPUT_LIMITS: InputLimits = {
  maxBytes: 8_000_000,
  maxDepth: MESSAGE_BUDGET.depth + 16,
}

/** The context bridge carries a nesting of 1000, in which an object counts twice and an array once. */
export const MAX_BRIDGE_DEPTH = 990

export type InputProblem = 'too-large' | 'too-deep' | 'not-json' | 'forbidden-key'

const NODE_BYTES = 16

/**
 * The first reason why `value` is not a plain JSON-like data within the limits. Counts what is shared or
 * cyclic every time it is met, as the schemas would, and so always ends. Reads no getter of a class.
 */
export function findInputProblem(value: unknown, limits: InputLimits): InputProblem | undefined {
  const values: unknown[] = [value]
  const depths: number[] = [0]
  let bytes = 0
  while (values.length > 0) {
    const current = values.pop()
    const depth = depths.pop() ?? 0
    bytes += NODE_BYTES + (typeof current === 'string' ? current.length * 2 : 0)
    if (bytes > limits.maxBytes) return 'too-large'
    if (typeof current === 'function' || typeof current === 'symbol') return 'not-json'
    if (typeof current !== 'object' || current === null) continue
    if (depth >= limits.maxDepth) return 'too-deep'
    // A sparse array has a length without holding anything.
    if (Array.isArray(current) && bytes + current.length * NODE_BYTES > limits.maxBytes) {
      return 'too-large'
    }
    if (!Array.isArray(current) && !isPlainObject(current)) return 'not-json'
    const problem = pushChildren(current)
    if (problem) return problem
    while (depths.length < values.length) depths.push(depth + 1)
  }
  return undefined

  function pushChildren(parent: object): InputProblem | undefined {
    if (Array.isArray(parent)) {
      for (const child of parent as unknown[]) values.push(child)
      return undefined
    }
    for (const [key, child] of Object.entries(parent)) {
      if (key === '__proto__') return 'forbidden-key'
      bytes += key.length * 2
      values.push(child)
    }
    return undefined
  }
}

/** True if the context bridge can carry `value`, counted as it counts; a cycle it cannot. */
export function fitsBridge(value: unknown, depthLeft: number = MAX_BRIDGE_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  const left = depthLeft - (Array.isArray(value) ? 1 : 2)
  return left >= 0 && Object.values(value).every((child) => fitsBridge(child, left))
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
