/** Parts of a sign-in for programs that are bundled by themselves; the whole of the testkit cannot be. */
export { startAuthorizationServer } from './authorization-server.ts'
export { startProtectedServer } from './protected-server.ts'
export { visitPage } from './visit-page.ts'
