import { availableParallelism, homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AppInfo, RouteHandlers } from '@gatehouse/contract'
import type { DropPurpose } from '@gatehouse/contract/bridge'
import type { Settings } from '@gatehouse/domain'
import { createHost, effectiveNetwork, withAuditKey } from '@gatehouse/host'
import type {
  AppFrames,
  CatalogueSource,
  ConsentPrompt,
  Documents,
  Pictures,
  EventSink,
  PersonFolders,
  ProxyResolver,
  SecretVault,
  Stores,
  SystemEvents,
  ExternalLinks,
} from '@gatehouse/host/ports'
import { createModelClients } from '@gatehouse/llm'
import {
  createOutboundHttp,
  createConnectionFactory,
  createFileDownload,
  createNetworkAccess,
  createNetworkFetch,
  createPackageInstaller,
  createWebHttp,
  type NetworkFetch,
} from '@gatehouse/mcp'
import type { AppLinks } from '@gatehouse/oauth'
import { openStores, openTemporaryStores } from '@gatehouse/store'
import { createSecretVault } from '@gatehouse/vault'
import type { DiagramRequest, DrawDiagram } from './diagrams/diagram-queue.ts'
import { createBackups } from './backup/create-backups.ts'
import type { BackupProcess } from './backup/messages.ts'
import { createPickedPaths, type PickedPaths } from './folders/picked-paths.ts'
import { createFolders } from './folders/create-folders.ts'
import type { FolderLister } from './folders/listing/folder-lister.ts'
import { createBundleFiles } from './bundles/bundle-files.ts'
import { createCatalogueSource, registryAddress } from './catalogue-source.ts'
import { releaseFor } from './runtimes/archives.ts'
import { createManagedRuntimes, runtimeMirror } from './runtimes/managed-runtimes.ts'
import { createImportFiles } from './import-files.ts'
import { createHandlers } from './ipc/handlers/index.ts'
import { readLocalEnginePorts } from './local-engine-ports.ts'
import type { ReadableBlobs } from './served-blobs.ts'
import { createSignIns } from './sign-ins.ts'
import type { Log } from './log.ts'
import type { TrayPorts } from './tray/app-tray.ts'
import type { Notifier } from './notices/ask-notifications.ts'
import type { SafeStartState } from './safe-start.ts'
import { MAIN_WINDOW } from './windows/window-role.ts'
import type { WindowPorts } from './windows/window-ports.ts'
import type { SpellChecker } from './spelling/spell-checker.ts'
import { createIdSource, sha256, systemClock, systemTimers } from './system-ports.ts'
import { readExternalLink, readServerLink } from './link-rules.ts'

/** Operations of Electron, for the handlers of `app.*`. */
export interface DesktopPorts {
  info(): Omit<AppInfo, 'damagedStore'>
  /** Rejects with `link/refused` or `link/failed`. */
  openLink(url: string): Promise<void>
  copyToClipboard(text: string): void
  pickFolder(): Promise<string | null>
  pickFile(): Promise<string | null>
  pickFolders(): Promise<string[]>
  folderLister: FolderLister
  pickNewFile(name: string): Promise<string | null>
  /** Folders of the person as their desktop names them. Absent = those below their home by their English names. */
  personFolders?(): Omit<PersonFolders, 'home'>
  startBackup(): BackupProcess
  /** Quits, and starts the app again. */
  restart(): void
  /** Receives the paths that a person drops into the window. */
  listenForDrops(listener: (paths: string[], purpose: DropPurpose) => void): void
  /** Shows one request at a time. */
  consent: ConsentPrompt
  system: SystemEvents
  proxies: ProxyResolver
  /** Absent in a copy that is not installed. */
  appLinks?: AppLinks | undefined
  /** Theme of the window's frame and language of native menus; called on every change as well. */
  followSettings(settings: Settings): void
  /** Of native menus: a tag such as `zh-CN`. */
  locale(): string
  /** Notifies the person of asks while they look elsewhere. */
  notifier: Notifier
  /** Absent where there is none. */
  tray?: TrayPorts
  /** State that a crash holds back. */
  safeStarts: SafeStartState
  windows: WindowPorts
  drawDiagram: DrawDiagram
  /** Stores its state by changing the settings. */
  spelling: Pick<SpellChecker, 'check' | 'view' | 'onAdded'>
  documents: Documents & { close(): void }
  pictures: Pictures & { close(): void }
  appFrames: AppFrames
}

export interface CompositionInputs {
  /** Absolute folder of everything that is kept. */
  dataFolder: string
  events: EventSink
  desktop: DesktopPorts
  log: Log
}

export interface Composition {
  handlers: RouteHandlers
  blobs: ReadableBlobs
  /** Starts what runs by itself; the window does not wait for it. */
  start(): Promise<void>
  /** The page that began an import is gone: no one can finish it. */
  forgetImport(id: string): void
  /** Ends everything that was started; the caller bounds how long that may take. */
  close(): Promise<void>
}

export const dataFile = (dataFolder: string): string => join(dataFolder, 'gatehouse.db')

/** The composition root: builds the host from its adapters. Rejects with `GatehouseError` `store/…`. */
export async function compose(inputs: CompositionInputs): Promise<Composition> {
  const { dataFolder, events, desktop, log } = inputs
  const stores = openStores({
    file: dataFile(dataFolder),
    report: (problem) => log.warn(`A stored row was left out: ${JSON.stringify(problem)}`),
  })
  if (stores.notice) log.warn(stores.notice.message)
  const profile = sha256.sha256(dataFolder).slice(0, 16)
  const { vault, auditKeys } = withAuditKey({
    vault: await openVault(events),
    keys: stores.auditKey,
    profile,
    clock: systemClock,
  })
  const { version } = desktop.info()
  const { modelNetwork, network } = networkOf(inputs, { stores, vault })
  const authorizations = createSignIns(vault, desktop)
  const managedRuntimes = managedRuntimesOf(inputs)
  const picked = createPickedPaths()
  const attachable = createPickedPaths()
  desktop.listenForDrops((paths, purpose) =>
    (purpose === 'attach' ? attachable : picked).note(paths),
  )
  const host = createHost({
    stores,
    temporaryStores: openTemporaryStores,
    vault,
    auditKeys,
    backups: createBackups({
      dataFolder,
      file: dataFile(dataFolder),
      start: () => desktop.startBackup(),
      restart: () => desktop.restart(),
      version,
    }),
    connections: createConnectionFactory({
      clientInfo: { name: 'gatehouse', title: 'Gatehouse', version },
      ledgerFile: join(dataFolder, 'server-processes.json'),
      proxyResolver: desktop.proxies,
      treeRoots: ['bundles', 'packages', 'runtimes'].map((name) => join(dataFolder, name)),
      spareRuntimes: {
        async folders() {
          const own = stores.settings.load().pickedRuntimes.map(({ path }) => ({
            folder: dirname(path),
            origin: 'picked' as const,
          }))
          const copies = await managedRuntimes.programFolders()
          return [...own, ...copies.map((folder) => ({ folder, origin: 'managed' as const }))]
        },
      },
    }),
    authorizations,
    network,
    models: modelsVia(modelNetwork.fetch),
    links: createServerLinks(
      (url) => desktop.openLink(url),
      (text) => desktop.copyToClipboard(text),
    ),
    consent: desktop.consent,
    events,
    onListenerError: (error) => log.error('A listener to an event failed.', error),
    clock: systemClock,
    timers: systemTimers,
    system: desktop.system,
    documents: desktop.documents,
    pictures: desktop.pictures,
    appFrames: desktop.appFrames,
    webHttp: createWebHttp({ environment: process.env, proxyResolver: desktop.proxies }),
    version,
    folders: createFolders({ listFiles: desktop.folderLister.list }),
    catalogue: catalogueOf(inputs),
    importFiles: importFilesOf(desktop),
    bundles: createBundleFiles({
      root: join(dataFolder, 'bundles'),
      workRoot: join(dataFolder, 'bundle-work'),
      platform: process.platform,
      folders: personFoldersOf(desktop),
      download: createFileDownload({
        environment: process.env,
        proxyResolver: desktop.proxies,
      }),
    }),
    packages: createPackageInstaller({
      root: join(dataFolder, 'packages'),
      ledgerFile: join(dataFolder, 'install-processes.json'),
    }),
    managedRuntimes,
    ids: createIdSource(),
    digest: sha256,
    profile,
    processors: availableParallelism(),
  })
  desktop.followSettings(host.settings())
  desktop.windows.restore((id) => host.conversations.find(id) !== null)
  return {
    handlers: createHandlers(host, {
      info: () => ({ ...desktop.info(), damagedStore: stores.notice?.movedTo ?? null }),
      pickFolder: () => noting(picked, desktop.pickFolder()),
      ...adaptersOf(desktop),
      pickFolders: () => noting(picked, desktop.pickFolders()),
      picked,
      attachable,
      pickFolderToAttach: () => noting(attachable, desktop.pickFolder()),
    }),
    blobs: host.blobs,
    start: () =>
      host.start({ holdServers: desktop.safeStarts.current(MAIN_WINDOW)?.holdsServers === true }),
    forgetImport: (id) => host.imports.close(id),
    close() {
      desktop.documents.close()
      desktop.folderLister.close()
      desktop.pictures.close()
      return closeInOrder([host, modelNetwork, authorizations, vault])
    },
  }
}

const modelsVia = (fetch: NetworkFetch['fetch']) =>
  createModelClients({
    fetch,
    discoveryPorts: readLocalEnginePorts(process.env['GATEHOUSE_LOCAL_PORTS']),
  })

/** The way of models to the network, and the person's settings of it. */
function networkOf(
  { dataFolder, desktop }: CompositionInputs,
  stored: { stores: Stores; vault: SecretVault },
) {
  const sources = { environment: process.env, proxyResolver: desktop.proxies }
  const setting = () => effectiveNetwork(undefined, { ...stored, digest: sha256 })
  return {
    modelNetwork: createNetworkFetch(setting, sources),
    network: createNetworkAccess({ ...sources, folder: join(dataFolder, 'authorities') }),
  }
}

function openVault(events: EventSink) {
  return createSecretVault({
    service: 'Gatehouse',
    onStateChange: (state) => events.emit('vault.changed', state),
  })
}

const adaptersOf = (desktop: DesktopPorts) => ({
  safeStarts: desktop.safeStarts,
  windows: desktop.windows,
  consent: desktop.consent,
  pickFile: () => desktop.pickFile(),
  pickNewFile: (name: string) => desktop.pickNewFile(name),
  locale: () => desktop.locale(),
  drawDiagram: (request: DiagramRequest) => desktop.drawDiagram(request),
  spelling: desktop.spelling,
})

const personFoldersOf = (desktop: DesktopPorts): PersonFolders => {
  const home = homedir()
  const below = (name: string): string => join(home, name)
  return {
    home,
    desktop: below('Desktop'),
    documents: below('Documents'),
    downloads: below('Downloads'),
    ...desktop.personFolders?.(),
  }
}

const catalogueOf = ({ dataFolder, desktop }: CompositionInputs): CatalogueSource =>
  createCatalogueSource(join(dataFolder, 'registry-copy.json'), {
    url: registryAddress(process.env['GATEHOUSE_REGISTRY']),
    http: createOutboundHttp({ environment: process.env, proxyResolver: desktop.proxies }),
  })

const managedRuntimesOf = ({ dataFolder, desktop }: CompositionInputs) =>
  createManagedRuntimes({
    root: join(dataFolder, 'runtimes'),
    mirror: runtimeMirror(process.env['GATEHOUSE_RUNTIMES']),
    download: createFileDownload({ environment: process.env, proxyResolver: desktop.proxies }),
    releaseOf: (name) => releaseFor(name, process),
  })

function importFilesOf(desktop: DesktopPorts): ReturnType<typeof createImportFiles> {
  return createImportFiles({
    platform: process.platform,
    home: homedir(),
    environment: process.env,
    pickFile: () => desktop.pickFile(),
    pickFolder: () => desktop.pickFolder(),
  })
}

/** Each, even when one before it fails. */
async function closeInOrder([first, ...rest]: { close(): Promise<void> }[]): Promise<void> {
  try {
    await first?.close()
  } finally {
    if (rest.length > 0) await closeInOrder(rest)
  }
}

/** Records picked paths before the window gets the event. */
async function noting<Paths extends string | null | string[]>(
  picked: PickedPaths,
  picking: Promise<Paths>,
): Promise<Paths> {
  const paths = await picking
  if (paths !== null) picked.note([paths].flat())
  return paths
}

/** Pages that servers and links may have opened in the system's browser, and the way there. */
function createServerLinks(
  openLink: (url: string) => Promise<void>,
  copyToClipboard: (text: string) => void,
): ExternalLinks {
  return {
    readPage: readExternalLink,
    openPage: openLink,
    assertOpenable: (url) => void readServerLink(url),
    // Not `openLink(readServerLink(url))` at once: a refusal is a rejection here.
    open: async (url) => openLink(readServerLink(url)),
    copy: async (url) => copyToClipboard(readServerLink(url)),
  }
}
