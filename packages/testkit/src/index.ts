export { displayHashOfCall, withDisplayHash } from './with-display-hash.ts'
export { startNpmRegistry, type NpmRegistry, type PublishedPackage } from './npm-registry.ts'
export { startPypiIndex, type PublishedPython, type PypiIndex } from './pypi-index.ts'
export { standInDocker, type StandInDocker } from './stand-in-docker.ts'
export { standInUv } from './stand-in-uv.ts'
export { readRecording, type Recording } from './mcp/read-recording.ts'
export { createFixtureServer } from './mcp/fixture-server.ts'
export {
  fixturePaths,
  playwrightServerPath,
  serverEverythingPath,
  serverFilesystemPath,
} from './mcp/fixture-paths.ts'
export {
  fixtureServerCommand,
  hostileServerCommand,
  misbehavingServerCommand,
  handwrittenServerCommand,
} from './mcp/stdio-command.ts'
export {
  startHandwrittenServer,
  type ProtocolHttpServer,
  type ProtocolServerOptions,
} from './mcp/handwritten-server/serve-http.ts'
export { badCallRows } from './mcp/misbehaviour-table/bad-calls.ts'
export { badListRows } from './mcp/misbehaviour-table/bad-lists.ts'
export { badStartRows } from './mcp/misbehaviour-table/bad-starts.ts'
export { badTransportRows } from './mcp/misbehaviour-table/bad-transport.ts'
export {
  toleratedCallRows,
  toleratedHttpRows,
  toleratedRows,
} from './mcp/misbehaviour-table/tolerated.ts'
export { misbehavioursPage } from './mcp/misbehaviour-table/misbehaviours-page.ts'
export type { MisbehaviourRow } from './mcp/misbehaviour-table/misbehaviour-row.ts'
export {
  startHostileHttpServer,
  type HostileHttpServer,
} from './mcp/hostile-server/hostile-http-server.ts'
export type { TransportFault } from './mcp/hostile-server/http-faults.ts'
export {
  isAlive,
  processesWith,
  processTree,
  readPidFile,
  waitUntilGone,
} from './mcp/process-tree.ts'
export {
  startTaskServer,
  taskServerCommand,
  type TaskHttpServer,
  type TaskServerOptions,
} from './mcp/task-server/start-task-server.ts'
export { startReferenceServer } from './mcp/reference-server.ts'
export { startFixtureHttpServer } from './mcp/http-server.ts'
export type {
  FixtureEra,
  FixtureEvent,
  FixtureFeature,
  FixtureServerOptions,
} from './mcp/fixture-options.ts'
export type { FixtureHttpServer, HttpServerOptions, RecordedRequest } from './mcp/http-server.ts'
export type {
  FixtureCommandOptions,
  Misbehaviour,
  MisbehavingCommandOptions,
  StdioCommand,
} from './mcp/stdio-command.ts'
export {
  startFakeModelEndpoint,
  type FakeModelEndpoint,
  type FakeModelEndpointOptions,
} from './llm/fake-model-endpoint.ts'
export {
  bedrockFrame,
  startBedrockEndpoint,
  type BedrockEndpoint,
  type BedrockEvent,
} from './llm/bedrock-endpoint.ts'
export type { FakeEngine } from './llm/engine-routes.ts'
export { FAULT_ROWS, FAULT_TEXT, faultTable, type FaultRow } from './llm/fault-rows.ts'
export type {
  FakeFault,
  FakeModelRequest,
  FakePackets,
  FakeScript,
  FakeStep,
  FakeToolCall,
  FakeModelApi,
} from './llm/fake-step.ts'
export { drawStep, type DrawnStep } from './llm/quirks/draw-step.ts'
export { NAMED_REFUSALS, type NamedRefusal } from './llm/quirks/named-refusals.ts'
export { createRandom, pick, type Random } from './llm/quirks/quirk.ts'
export type { RecordedModelRequest } from './llm/recorded-request.ts'
export { bundlePackage, type PackageBundle } from './bundle-package.ts'
export { startKeyring, type Keyring, type KeyringOptions } from './keyring/start-keyring.ts'
export {
  startConnectProxy,
  type ConnectProxy,
  type ConnectProxyOptions,
} from './proxies-and-tls/connect-proxy.ts'
export {
  startFaultProxy,
  type FaultProxy,
  type ProxiedRequest,
  type ProxyFault,
} from './proxies-and-tls/fault-proxy.ts'
export {
  createPrivateAuthority,
  type PrivateAuthority,
} from './proxies-and-tls/private-authority.ts'
export { startTlsProxy, type TlsProxy } from './proxies-and-tls/tls-proxy.ts'
export type { AuthorizationBehaviour, RefreshStage } from './oauth/authorization-behaviour.ts'
export { startAuthorizationServer, type AuthorizationServer } from './oauth/authorization-server.ts'
export {
  startProtectedServer,
  type ProtectedServer,
  type ProtectedServerOptions,
} from './oauth/protected-server.ts'
export { visitPage, type VisitedPage } from './oauth/visit-page.ts'
export { startRuntimeMirror, type RuntimeMirror } from './runtime-mirror.ts'
export type { TarEntry } from './write-tar.ts'
export { writeZip, type ZipEntry } from './write-zip.ts'
