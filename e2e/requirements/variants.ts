import type { ProtocolVariant } from './requirement.ts'

export const legacy: readonly ProtocolVariant[] = ['stdio legacy', 'http legacy', 'sse legacy']
export const modern: readonly ProtocolVariant[] = ['stdio modern', 'http modern']
export const every: readonly ProtocolVariant[] = [...legacy, ...modern]
export const stdio: readonly ProtocolVariant[] = ['stdio legacy', 'stdio modern']
export const http: readonly ProtocolVariant[] = ['http legacy', 'http modern']
export const plain: readonly ProtocolVariant[] = ['stdio legacy', 'http legacy', ...modern]
