import { SerialQueue } from '@gatehouse/base'
import { GatehouseError } from '@gatehouse/domain'
import {
  FOLDER_LISTING_LIMITS,
  folderListingSchema,
  type FolderListing,
} from '@gatehouse/domain/documents'
import type { Folders } from '@gatehouse/host/ports'
import type { ListingProcess, ListingRequest } from './listing-process.ts'

export interface FolderLister {
  /** As `Folders.listFiles`. */
  list: Folders['listFiles']
  close(): void
}

/** Lists each folder in a process of its own, one after the other, and ends a process that does not respond in time. */
export function createFolderLister(
  start: () => ListingProcess,
  ms: number = FOLDER_LISTING_LIMITS.processMs,
): FolderLister {
  const queue = new SerialQueue()
  const running = new Set<ListingProcess>()

  function listIn(child: ListingProcess, request: ListingRequest): Promise<FolderListing> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(tooSlow()), ms)
      timer.unref()
      child.onExit(() => reject(tooSlow()))
      child.onMessage((message) => {
        clearTimeout(timer)
        const read = folderListingSchema.safeParse((message as { listing?: unknown }).listing)
        if (read.success) resolve(read.data)
        else reject(unreadable())
      })
      child.post(request)
    })
  }

  return {
    list: (folder, choice) =>
      queue.run(async () => {
        const child = start()
        running.add(child)
        try {
          return await listIn(child, { folder, ...choice })
        } finally {
          running.delete(child)
          child.kill()
        }
      }),
    close() {
      for (const child of running) child.kill()
    },
  }
}

function tooSlow(): GatehouseError {
  return new GatehouseError(
    'folder/too-slow',
    'This folder could not be listed in time. Check that its disk is connected, or choose a folder in it.',
  )
}

function unreadable(): GatehouseError {
  return new GatehouseError(
    'folder/unreadable',
    'This folder cannot be read. Check that it exists and that you may open it.',
  )
}
