export { createConnectionFactory, type ConnectionFactoryOptions } from './connection-factory.ts'
export type { Wire, WireEvents, WireOpener } from './wire/wire-opener.ts'
