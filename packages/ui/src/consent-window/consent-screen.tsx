import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { AppAccessConsent } from './app-access-consent.tsx'
import { ApprovalModeConsent } from './approval-mode-consent.tsx'
import { AuditRetentionConsent } from './audit-retention-consent.tsx'
import { ChatWorkspaceConsent } from './chat-workspace-consent.tsx'
import { DataFlowConsent } from './data-flow-consent.tsx'
import { FoldersConsent } from './folders-consent.tsx'
import { GrantConsent } from './grant-consent.tsx'
import { ImportConsent } from './import-consent.tsx'
import { InstallConsent, InstallScriptsConsent } from './install-consent.tsx'
import { InstructionsConsent } from './instructions-consent.tsx'
import { LaunchConsent } from './launch-consent.tsx'
import { LinkConsent } from './link-consent.tsx'
import { NetworkConsent } from './network-consent.tsx'
import { ProviderConsent } from './provider-consent.tsx'
import { ReadOnlyConsent } from './read-only-consent.tsx'
import { RestoreConsent } from './restore-consent.tsx'
import { RuntimeConsent } from './runtime-consent.tsx'
import { SamplingConsent } from './sampling-consent.tsx'
import { MarkConsent, TrustServerConsent } from './trust-consent.tsx'
import type { RevealSecret } from './reveal-secret.ts'

interface ConsentScreenProps {
  request: ConsentRequest
  decide: (decision: ConsentDecision, chosen?: readonly string[]) => Promise<boolean>
  reveal: RevealSecret
}

/** One request of any kind. */
export function ConsentScreen({ request, decide, reveal }: ConsentScreenProps) {
  switch (request.kind) {
    case 'launch':
      return <LaunchConsent request={request} decide={decide} reveal={reveal} />
    case 'import':
      return <ImportConsent request={request} decide={decide} reveal={reveal} />
    case 'install':
      return <InstallConsent request={request} decide={decide} reveal={reveal} />
    case 'install-scripts':
      return <InstallScriptsConsent request={request} decide={decide} />
    case 'runtime':
      return <RuntimeConsent request={request} decide={decide} />
    case 'provider':
      return <ProviderConsent request={request} decide={decide} />
    case 'grant':
      return <GrantConsent request={request} decide={decide} />
    case 'chat-workspace':
      return <ChatWorkspaceConsent request={request} decide={decide} />
    case 'read-only-tools':
      return <ReadOnlyConsent request={request} decide={decide} />
    case 'approval-mode':
      return <ApprovalModeConsent request={request} decide={decide} />
    case 'trust-server':
      return <TrustServerConsent request={request} decide={decide} />
    case 'mark-read-only':
      return <MarkConsent request={request} decide={decide} />
    case 'sampling-policy':
      return <SamplingConsent request={request} decide={decide} />
    case 'data-flow':
      return <DataFlowConsent request={request} decide={decide} />
    case 'instructions':
      return <InstructionsConsent request={request} decide={decide} />
    case 'audit-retention':
      return <AuditRetentionConsent request={request} decide={decide} />
    case 'network':
      return <NetworkConsent request={request} decide={decide} />
    case 'link':
      return <LinkConsent request={request} decide={decide} />
    case 'app-access':
      return <AppAccessConsent request={request} decide={decide} />
    case 'restore':
      return <RestoreConsent request={request} decide={decide} />
    case 'folders':
      return <FoldersConsent request={request} decide={decide} />
  }
}
