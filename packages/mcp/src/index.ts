export { createConnectionFactory, type ConnectionFactoryOptions } from './connection-factory.ts'
export type { Wire, WireEvents, WireOpener } from './transports/custom/custom-transport.ts'
