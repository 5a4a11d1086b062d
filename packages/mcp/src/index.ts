export { createConnectionFactory, type ConnectionFactoryOptions } from './connection-factory.ts'
