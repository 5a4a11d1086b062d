/** What a program that is bundled by itself needs for a sign-in; the whole of the testkit cannot be. */
export { startAuthorizationServer } from './authorization-server.ts'
export { startProtectedServer } from './protected-server.ts'
export { visitPage } from './visit-page.ts'
