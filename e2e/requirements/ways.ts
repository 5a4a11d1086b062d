import type { Way } from './requirement.ts'

export const legacy: readonly Way[] = ['stdio legacy', 'http legacy', 'sse legacy']
export const modern: readonly Way[] = ['stdio modern', 'http modern']
export const every: readonly Way[] = [...legacy, ...modern]
export const stdio: readonly Way[] = ['stdio legacy', 'stdio modern']
export const http: readonly Way[] = ['http legacy', 'http modern']
export const plain: readonly Way[] = ['stdio legacy', 'http legacy', ...modern]
