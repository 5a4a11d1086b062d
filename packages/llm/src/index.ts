export { createModelClients, type ModelClientsOptions } from './model-clients.ts'
export type { LocalEngine } from './discover-local.ts'
