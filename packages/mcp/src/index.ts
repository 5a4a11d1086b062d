export { createConnectionFactory, type ConnectionFactoryOptions } from './connection-factory.ts'
export type {
  CustomTransport,
  CustomTransportEvents,
  CustomTransportFactory,
} from './transports/custom/custom-transport.ts'
