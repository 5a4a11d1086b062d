import { NEVER_ABORTED } from '@gatehouse/base'
import {
  GatehouseError,
  type ConsentDecision,
  type DraftOAuthClient,
  type ServerConfig,
  type ServerDraft,
  type ServerView,
} from '@gatehouse/domain'
import type { ConsentOutcome } from '@gatehouse/domain/approvals'
import {
  LAUNCHES_LIMIT,
  launchSize,
  type ImportAnswer,
  type ImportChoice,
  type ServerImportOutcome,
  type ImportReview,
  type InstallPlan,
  type LaunchReview,
} from '@gatehouse/domain/launch'
import type { ServerImports } from '../server-import/server-imports.ts'
import type { ConsentPrompt, SealedPackage, SecretVault } from '../ports/index.ts'
import type { InstalledLaunch, ServerRegistry } from '../servers/server-registry.ts'
import { launchChanges } from '../launch-review/launch-changes.ts'
import {
  installedTransport,
  packageOfLaunch,
  packageOfUpdate,
  type InstallRun,
  type PackageInstalls,
  type PlannedLaunches,
} from '../package-installs/package-installs.ts'
import {
  asImportReview,
  inspectableStart,
  isAsPlanned,
  withoutMissingProgram,
  withoutMissingPrograms,
} from './planned-launches.ts'
import { draftOfServer } from '../package-installs/draft-of-server.ts'

/** As many as may wait for the person. What a launch would run is read before it is shown, file by file. */
const MAX_UNDER_WAY = 4

type Cancelled = { outcome: 'cancelled' }
export type ServerConsentOutcome = { outcome: 'saved'; server: ServerView } | Cancelled
export type UpdateConsentOutcome = ServerConsentOutcome | { outcome: 'unchanged' }
export type ImportConsentOutcome = (ServerImportOutcome & { outcome: 'saved' }) | Cancelled

interface Dependencies {
  registry: ServerRegistry
  imports: ServerImports
  installs: PackageInstalls
  consent: ConsentPrompt
  vault: Pick<SecretVault, 'state'>
}

/** The one way in which a server comes to be or is changed in what runs: read and agreed to by a person. */
export class ServerChangeConsent {
  readonly #deps: Dependencies
  #underWay = 0

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects with `server/name-taken`, `server/not-found`, `server/review-expired`, `consent/too-many`. */
  propose(draft: ServerDraft): Promise<ServerConsentOutcome> {
    return this.#bounded(() => this.#propose(draft))
  }

  /**
   * Installs the package that the draft would fetch at each start, and proposes to start it from the disk. Rejects as
   * {@link propose} does, with `install/not-a-package` and `install/failed`.
   */
  proposeInstalled(draft: ServerDraft, run: InstallRun): Promise<ServerConsentOutcome> {
    return this.#bounded(() => this.#proposeInstalled(draft, run))
  }

  /** The same for a server as it is saved. */
  proposeInstallation(id: string, run: InstallRun): Promise<ServerConsentOutcome> {
    const { config } = this.#deps.registry.get(id)
    return this.proposeInstalled(draftOfServer(config), run)
  }

  /**
   * Installs what the registry has now beside the present installation of a server, and proposes it with the differences.
   * Rejects with `install/…` and `consent/too-many`.
   */
  proposeUpdate(id: string, run: InstallRun): Promise<UpdateConsentOutcome> {
    return this.#bounded(async () => {
      const { registry, installs } = this.#deps
      const { config } = registry.get(id)
      const wanted = packageOfUpdate(config)
      const outcome = await installs.run(
        [{ serverName: config.name, package: wanted, network: config.network }],
        run,
        async ([sealed]) => {
          if (!sealed) throw new Error('Nothing was installed.')
          const { draft, ...compared } = await installs.compared(config, sealed)
          const installed = { ...compared, contents: sealed.contents }
          const { packages, files } = installed.installationDiff
          const isSame = packages.length === 0 && files.added + files.removed + files.changed === 0
          return isSame ? ({ outcome: 'unchanged' } as const) : this.#propose(draft, installed)
        },
      )
      return outcome ?? { outcome: 'cancelled' }
    })
  }

  /** Proposes the installation before the last update again. Rejects with `install/no-former`, `consent/too-many`. */
  proposeFormer(id: string): Promise<ServerConsentOutcome> {
    return this.#bounded(async () => {
      const { registry, installs } = this.#deps
      const { config } = registry.get(id)
      const former = config.installation?.former
      if (!former)
        throw new GatehouseError(
          'install/no-former',
          'There is no earlier installation to go back to.',
        )
      const { draft, ...installed } = await installs.compared(config, former)
      return this.#propose(draft, installed)
    })
  }

  async #proposeInstalled(draft: ServerDraft, run: InstallRun): Promise<ServerConsentOutcome> {
    const { registry, installs } = this.#deps
    const wanted = packageOfLaunch(draft.transport)
    const before = this.#saved(draft)
    // Before anything is fetched: what was given to this launch may go to its installation, and nothing else.
    registry.assertAllowed(draft)
    const reviewed = (start: Parameters<typeof installedTransport>[1], as: InstalledLaunch) =>
      registry.review({ ...draft, transport: installedTransport(draft.transport, start) }, as)
    let planned: LaunchReview | undefined
    try {
      const outcome = await installs.run(
        [{ serverName: draft.name, package: wanted, network: before?.network }],
        run,
        async ([sealed], decision) => {
          if (!sealed) throw new Error('Nothing was installed.')
          const { contents } = sealed
          const installation = { present: sealed.package }
          const review = await reviewed(sealed, { installation, contents })
          return planned && isAsPlanned(asImportReview(review), asImportReview(planned))
            ? this.#saveLaunch(review, { before, decision })
            : this.#askLaunch(review, before)
        },
        async ([plan]) => {
          if (!plan?.starts) return null
          const review = await reviewed(inspectableStart(plan.starts), {})
          planned = withoutMissingProgram(review, plan.starts)
          return { launch: shownLaunch(planned, before), ...this.#beside(review) }
        },
      )
      return outcome ?? { outcome: 'cancelled' }
    } finally {
      if (planned) registry.forgetReview(planned.id)
    }
  }

  async #propose(draft: ServerDraft, installed?: InstalledLaunch): Promise<ServerConsentOutcome> {
    const before = this.#saved(draft)
    return this.#askLaunch(await this.#deps.registry.review(draft, installed), before)
  }

  async #askLaunch(
    review: LaunchReview,
    before: ServerConfig | undefined,
  ): Promise<ServerConsentOutcome> {
    try {
      const { vault, reveal } = this.#beside(review)
      const decision = await this.#deps.consent.ask(
        { kind: 'launch', ...shownLaunch(review, before), vault },
        NEVER_ABORTED,
        reveal,
      )
      return decision === 'cancel'
        ? { outcome: 'cancelled' }
        : await this.#saveLaunch(review, { before, decision })
    } finally {
      this.#deps.registry.forgetReview(review.id)
    }
  }

  async #saveLaunch(
    { id, draft }: LaunchReview,
    { before, decision }: { before: ServerConfig | undefined; decision: ConsentDecision },
  ): Promise<ServerConsentOutcome> {
    const start = decision === 'allow-and-start'
    const server = await this.#deps.registry.save(id, start, (existing) =>
      assertAsShown(draft, { before, existing }),
    )
    return { outcome: 'saved', server }
  }

  /** The server that a draft changes. */
  #saved({ id }: ServerDraft): ServerConfig | undefined {
    return id === undefined ? undefined : this.#deps.registry.get(id).config
  }

  /** The state of the keychain, and the way to the values that a review hides. */
  #beside({ id }: LaunchReview): Pick<PlannedLaunches, 'vault' | 'reveal'> {
    const { registry, vault } = this.#deps
    return { vault: vault.state(), reveal: ({ name }) => registry.revealValue(id, name) }
  }

  /**
   * Installs the packages that were chosen for it, then proposes all servers together. Rejects with `import/…`
   * (`import/too-much-to-read`), `install/…`, `server/name-taken`, `server/review-expired`, `consent/too-many`.
   */
  proposeImport(
    id: string,
    choices: readonly ImportChoice[],
    answers: readonly ImportAnswer[],
    run: InstallRun = { onProgress: () => undefined, signal: NEVER_ABORTED },
  ): Promise<ImportConsentOutcome> {
    return this.#bounded(async () => {
      const { imports, installs } = this.#deps
      const wanted = imports.wantedInstalls(id, choices, answers)
      if (wanted.length === 0) return this.#proposeImport(id, choices, answers)
      let planned: ImportReview | undefined
      const outcome = await installs.run(
        wanted,
        run,
        async (sealed, decision) => {
          const installed = new Map<string, SealedPackage>()
          for (const [at, { serverId }] of wanted.entries()) {
            const one = sealed[at]
            if (one) installed.set(serverId, one)
          }
          if (!planned) return this.#proposeImport(id, choices, answers, installed)
          const review = await imports.review(id, choices, answers, installed)
          return isAsPlanned(review, planned)
            ? this.#saveImport(id, review.id, { decision, chosen: [] })
            : this.#askImport(id, review)
        },
        async (plans) => {
          const starts = new Map<string, NonNullable<InstallPlan['starts']>>()
          for (const [at, { serverId }] of wanted.entries()) {
            const one = plans[at]?.starts
            if (one) starts.set(serverId, inspectableStart(one))
          }
          if (starts.size < wanted.length) return null
          const review = await imports.review(id, choices, answers, starts)
          assertReadable(review)
          planned = withoutMissingPrograms(review, plans)
          return {
            launches: planned,
            vault: this.#deps.vault.state(),
            reveal: ({ serverId = '', name }) =>
              imports.revealValue(id, { reviewId: review.id, serverId, name }),
          }
        },
      )
      return outcome ?? { outcome: 'cancelled' }
    })
  }

  async #proposeImport(
    id: string,
    choices: readonly ImportChoice[],
    answers: readonly ImportAnswer[],
    installed?: ReadonlyMap<string, SealedPackage>,
  ): Promise<ImportConsentOutcome> {
    return this.#askImport(id, await this.#deps.imports.review(id, choices, answers, installed))
  }

  async #askImport(id: string, review: ImportReview): Promise<ImportConsentOutcome> {
    const { imports, consent, vault } = this.#deps
    try {
      assertReadable(review)
      const { decision, chosen } = await consent.choose(
        { kind: 'import', review, vault: vault.state() },
        NEVER_ABORTED,
        ({ serverId = '', name }) =>
          imports.revealValue(id, { reviewId: review.id, serverId, name }),
      )
      return decision === 'cancel'
        ? { outcome: 'cancelled' }
        : await this.#saveImport(id, review.id, { decision, chosen })
    } finally {
      imports.forgetReview(id, review.id)
    }
  }

  async #saveImport(
    id: string,
    reviewId: string,
    { decision, chosen }: ConsentOutcome,
  ): Promise<ImportConsentOutcome> {
    const start = decision === 'allow-and-start'
    const outcome = await this.#deps.imports.save(id, reviewId, start, chosen)
    return { outcome: 'saved', ...outcome }
  }

  async #bounded<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#underWay >= MAX_UNDER_WAY)
      throw new GatehouseError(
        'consent/too-many',
        'Other decisions are waiting for you already. Decide them first, then try again.',
      )
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
    }
  }
}

/** Throws `server/review-expired` when the draft changes something else than when it was shown. */
function assertAsShown(
  draft: ServerDraft,
  { before, existing }: Record<'before' | 'existing', ServerConfig | undefined>,
): void {
  const changes = (config: ServerConfig | undefined): string =>
    JSON.stringify(config ? [launchChanges(config, draft), config.pin] : null)
  if (changes(before) === changes(existing)) return
  throw new GatehouseError(
    'server/review-expired',
    `${draft.name} was changed or removed while you read, so what you were shown is out of date and nothing was saved. Read the server’s launch again, then save it.`,
  )
}

/** A review as the consent window gets it, with its differences from the saved server. */
function shownLaunch(
  review: LaunchReview,
  before: ServerConfig | undefined,
): NonNullable<PlannedLaunches['launch']> {
  return {
    review: { ...review, draft: withoutTypedSecrets(review.draft) },
    changes: before ? launchChanges(before, review.draft) : null,
  }
}

/** No one consents to what no one could read. Throws `import/too-much-to-read`. */
function assertReadable({ servers }: ImportReview): void {
  let [characters, unseen] = [0, 0]
  for (const { launch } of servers) {
    const size = launchSize(launch)
    characters += size.characters
    unseen += size.unseen
  }
  if (characters <= LAUNCHES_LIMIT.characters && unseen <= LAUNCHES_LIMIT.unseen) return
  throw new GatehouseError(
    'import/too-much-to-read',
    `These servers are too much to read at once: together they can have ${LAUNCHES_LIMIT.characters} characters, and ${LAUNCHES_LIMIT.unseen} line breaks and characters that cannot be seen. Choose fewer of them.`,
  )
}

/** The window says that a secret is kept, not which. */
function withoutTypedSecrets(draft: LaunchReview['draft']): LaunchReview['draft'] {
  const hide = <Value extends { value: string | null; secret: boolean }>(values: Value[]) =>
    values.map((one) => (one.secret && one.value !== null ? { ...one, value: '' } : one))
  const { transport, network, oauthClient } = draft
  const proxy = network?.proxy
  return {
    ...draft,
    transport:
      transport.kind === 'stdio'
        ? { ...transport, env: hide(transport.env) }
        : { ...transport, headers: hide(transport.headers) },
    ...(network && typeof proxy === 'object' && typeof proxy.password === 'string'
      ? { network: { ...network, proxy: { ...proxy, password: '' } } }
      : {}),
    ...(oauthClient ? { oauthClient: withoutTypedSecret(oauthClient) } : {}),
  }
}

function withoutTypedSecret(client: DraftOAuthClient): DraftOAuthClient {
  const { credential } = client
  if (credential.kind === 'none' || credential.value === null) return client
  return { ...client, credential: { ...credential, value: '' } }
}
