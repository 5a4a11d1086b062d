import type { VaultState } from '@gatehouse/domain'
import { launchSize, type ImportReview, type LaunchReview } from '@gatehouse/domain/launch'
import { ProgressiveList, RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { BundleFacts } from './bundle-facts.tsx'
import { LaunchReviewView } from './launch-review.tsx'

/** As the review of one server shows it: a secret is there, its value is not. */
function asReview({
  launch,
  name,
  resolution,
  risks,
  packageChecks,
  pin,
  runtime,
  serverId,
  placeholders,
  installation,
}: Reviewed): LaunchReview {
  const values = (launch.kind === 'http' ? launch.headers : launch.env).map((value) => ({
    name: value.name,
    // Null for what nothing was given for.
    value: value.missing ? null : (value.value ?? ''),
    secret: value.secret,
  }))
  const draft = { name, protocol: 'auto', start: 'demand', requestTimeoutMs: 60_000 } as const
  return {
    id: serverId,
    draft: {
      ...draft,
      transport:
        launch.kind === 'http' ? { ...launch, headers: values } : { ...launch, env: values },
    },
    resolution,
    risks,
    ...(packageChecks ? { packageChecks } : {}),
    pin,
    ...(runtime ? { runtime } : {}),
    fileChanges: [],
    ...(placeholders ? { placeholders } : {}),
    ...(installation ? { installation } : {}),
    createdAt: 0,
  }
}

type Reviewed = ImportReview['servers'][number]

export interface ReviewedServersProps {
  review: ImportReview
  vault: VaultState
  reveal?:
    | ((value: { serverId: string; name: string }, show: (text: string) => void) => void)
    | undefined
}

/** Exactly what will run of every server that is about to be added. */
export function ReviewedServers({ review, vault, reveal }: ReviewedServersProps) {
  const t = useT('serverImport')
  const items = review.servers.map((server) => ({
    key: server.serverId,
    // Its frame and headings, too.
    size: 1000 + launchSize(server.launch).characters,
    drawn: (
      <section
        aria-label={server.name}
        className="flex flex-col gap-3 rounded-xl border border-line p-4"
      >
        <h3 className="text-body font-semibold">
          <RevealText text={server.name} />
        </h3>
        {server.bundle && <BundleFacts bundle={server.bundle} />}
        <LaunchReviewView
          review={asReview(server)}
          vault={vault}
          reveal={reveal && ((name, show) => reveal({ serverId: server.serverId, name }, show))}
        />
      </section>
    ),
  }))
  return (
    <div className="flex flex-col gap-6">
      <ProgressiveList items={items} />
      <p className="text-note text-fg-2">{t('addOnlyNote')}</p>
    </div>
  )
}
