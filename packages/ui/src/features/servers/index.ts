export { AddServer } from './add-server.tsx'
export { ImportServers } from './import/import-servers.tsx'
export { ServerList } from './server-list.tsx'
export { ServerScreen, ServerSide } from './server-screen.tsx'
