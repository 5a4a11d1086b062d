import type { ResolvedNetwork } from '@gatehouse/domain'
import type { AuthorityFile, NetworkTest } from '@gatehouse/domain/network'

/** Reads files of certificate authorities, and sends requests that test the network path to an address. */
export interface NetworkAccess {
  /**
   * Reads a file of certificate authorities in PEM. Rejects with `network/authorities-unusable` (`data.reason`: a
   * system code, or `EMPTY`, `INVALID`, `TOO_LARGE`, `TOO_MANY`).
   */
  readAuthorities(path: string): Promise<AuthorityFile>
  /**
   * Stores a copy of the certificates and returns its path. Rejects with `network/authorities-changed` where the file
   * is not the one of that digest, else as {@link readAuthorities}.
   */
  storeAuthorities(file: Pick<AuthorityFile, 'path' | 'sha256'>): Promise<string>
  /** Deletes every stored copy but this one. Never rejects. */
  forgetAuthorities(except: string | null): Promise<void>
  /** Sends a GET without key or body, follows no redirect and reads no body. Rejects when `signal` fires. */
  test(url: string, network: ResolvedNetwork | undefined, signal: AbortSignal): Promise<NetworkTest>
}
