import { appRequirements } from './apps.ts'
import { approvalRequirements } from './approvals.ts'
import { askCardRequirements } from './ask-cards.ts'
import { askRequirements } from './asks.ts'
import { authorizationRequirements } from './authorization.ts'
import { chatLibraryRequirements } from './chat-library.ts'
import { chatRenderingRequirements } from './chat-rendering.ts'
import { chatRequirements } from './chats.ts'
import { composerRequirements } from './composer.ts'
import { faultRequirements } from './faults.ts'
import { followRequirements } from './follows.ts'
import { linkRequirements } from './links.ts'
import { manualRequirements } from './manual.ts'
import { modelRequirements } from './models.ts'
import { networkRequirements } from './network.ts'
import { protocolConnectionRequirements } from './protocol-connection.ts'
import { protocolFeatureRequirements } from './protocol-server.ts'
import { realServerRequirements } from './real-servers.ts'
import { recordRequirements } from './record.ts'
import type { Requirement } from './requirement.ts'
import { samplingRequirements } from './sampling.ts'
import { serverRequirements } from './servers.ts'
import { toolCallRequirements } from './tool-calls.ts'
import { turnRequirements } from './turns.ts'
import { windowRequirements } from './window.ts'

/** Promises of the product; proved end to end, with `proves` of `e2e/proves.ts`. */
export const productRequirements = {
  ...appRequirements,
  ...windowRequirements,
  ...serverRequirements,
  ...chatRequirements,
  ...approvalRequirements,
  ...manualRequirements,
  ...chatLibraryRequirements,
  ...modelRequirements,
  ...networkRequirements,
  ...composerRequirements,
  ...followRequirements,
  ...realServerRequirements,
  ...chatRenderingRequirements,
  ...linkRequirements,
  ...askCardRequirements,
  ...askRequirements,
  ...toolCallRequirements,
  ...samplingRequirements,
  ...authorizationRequirements,
}

/**
 * Everything that is promised, by id; what the protocol demands, what holds under faults and what is on disk is proved by unit tests.
 * @public read by packages/tooling/src/proofs
 */
export const requirements: Readonly<Record<string, Requirement>> = {
  ...productRequirements,
  ...turnRequirements,
  ...faultRequirements,
  ...recordRequirements,
  ...protocolFeatureRequirements,
  ...protocolConnectionRequirements,
}
