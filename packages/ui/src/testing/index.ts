export { renderApproval, type RenderedApproval } from './render-approval.tsx'
export { renderConsent, type RenderedConsent, type RenderedLaunch } from './render-consent.tsx'
export { openTestDom } from './open-test-dom.ts'
