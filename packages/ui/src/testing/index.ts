export { renderApproval, type DrawnApproval } from './draw-approval.tsx'
export { drawConsent, type DrawnConsent, type DrawnLaunch } from './draw-consent.tsx'
export { openTestDom } from './open-test-dom.ts'
