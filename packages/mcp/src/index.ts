export { createConnectionFactory, type ConnectionFactoryOptions } from './connection-factory.ts'
export { createOutboundHttp } from './system/network/outbound-http.ts'
export type {
  CustomTransport,
  CustomTransportEvents,
  CustomTransportFactory,
} from './transports/custom/custom-transport-interface.ts'
