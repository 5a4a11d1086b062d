export { createModelClients, type ModelClientsOptions } from './model-clients.ts'
