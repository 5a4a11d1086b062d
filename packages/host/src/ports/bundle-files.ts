import type { ResolvedNetwork } from '@gatehouse/domain'
import type { BundleDownload } from '@gatehouse/domain/launch'

/** Signature of a bundle. A broken one is refused before anything is read. */
export interface BundleSignature {
  state: 'none' | 'valid'
  /** Name in the signer's certificate, as it claims; null where there is none. */
  signer: string | null
  /** SHA-256 of the signer's certificate in hex; null where there is none. */
  certificate: string | null
  /** The time in which that certificate is valid (ms since the Unix epoch); null where there is none. */
  validity: { from: number; until: number } | null
}

/** A bundle that was read whole and lies unpacked in a folder of its own. Nothing of it ran. */
export interface UnpackedBundle {
  /** Absolute; named by the content. */
  folder: string
  /** Absolute; for what its server makes by itself, outside of the folder. Need not be there. */
  workFolder: string
  /** SHA-256 of the archive without its signature, in hex. */
  sha256: string
  /** Text of its `manifest.json`. */
  manifest: string
  /** Paths of its files below the folder, with `/`. */
  files: readonly string[]
  /** Bytes of all of its files. */
  size: number
  signature: BundleSignature
}

/** A bundle to fetch. `network`: the person's setting. */
export interface BundleRequest extends BundleDownload {
  network: ResolvedNetwork | undefined
  /** `total`: null where the host does not say. */
  onBytes(received: number, total: number | null): void
}

/** A plugin that was read whole; a copy of it lies in a folder of its own. Nothing of it ran. */
export interface UnpackedPlugin {
  /** Absolute; named by the content. */
  folder: string
  /** Absolute; that of the plugin's manifest, which an archive may have one folder further down. */
  root: string
  /** Absolute; for what its servers make by themselves. Need not be there. */
  workFolder: string
  /** SHA-256 of the archive, or over the names and contents of the folder, in hex. */
  sha256: string
  /** Paths of its files below `root`, with `/`. */
  files: readonly string[]
  /** Bytes of all of its files. */
  size: number
  /** Text of a file below `root`; null for one that is not there or is too large. */
  read(file: string): Promise<string | null>
}

/** Folders of the person that a manifest may name. */
export interface PersonFolders {
  home: string
  desktop: string
  documents: string
  downloads: string
}

/** Bundles of servers (`.mcpb`, `.dxt`) on this machine. */
export interface BundleFiles {
  readonly platform: string
  readonly folders: PersonFolders
  /**
   * Unpacks a bundle into a folder named by its content. Rejects with `import/unreadable`; `data.code` is one of the
   * codes of an import issue.
   */
  unpack(path: string): Promise<UnpackedBundle>
  /**
   * Fetches a bundle and unpacks it as {@link unpack} does. Rejects with `download/failed` too; a failure and an aborted
   * `signal` leave nothing of it.
   */
  fetch(
    request: BundleRequest,
    signal: AbortSignal,
  ): Promise<{ bundle: UnpackedBundle; hosts: string[] }>
  /** The archive or folder of a plugin that a path leads to: itself, or the folder of its manifest. Null for any other. */
  findPlugin(path: string): Promise<string | null>
  /** Copies a plugin into a folder named by its content. Rejects as {@link unpack} does. */
  unpackPlugin(path: string): Promise<UnpackedPlugin>
  /** Packages that a script of an unpacked bundle imports and that the bundle does not contain; at most ten. */
  missingPackages(bundle: UnpackedBundle, script: string): Promise<string[]>
  /** Removes every unpacked bundle that is not used. */
  prune(isUsed: (folder: string) => boolean): Promise<void>
}
