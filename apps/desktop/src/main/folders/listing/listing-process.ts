import type { FolderListing, ListingChoice } from '@gatehouse/domain/documents'

/** To the process, once. */
export type ListingRequest = ListingChoice & { folder: string }

/** From the process; `unreadable`: the folder is missing, or may not be read. */
export type ListingResponse = { listing: FolderListing } | { problem: 'unreadable' }

/** A process that lists one folder. */
export interface ListingProcess {
  post(request: ListingRequest): void
  onMessage(listener: (response: unknown) => void): void
  onExit(listener: () => void): void
  kill(): void
}
