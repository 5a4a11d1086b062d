import { z } from 'zod'

/** Limits of listing the files of one folder. A listing that meets one of them is cut, and says so. */
export const FOLDER_LISTING_LIMITS = {
  /** Files, and folders below the chosen one. */
  files: 5000,
  folders: 2000,
  /** Entries of one folder: a huge folder must not hide the others. */
  inFolder: 2000,
  /** Levels below the chosen folder. */
  depth: 20,
  /** Milliseconds until the listing is cut. */
  ms: 6000,
  /** Milliseconds until its process is ended: a disk or a pattern of an ignore file may hang. */
  processMs: 10_000,
  /** Characters of a path below the chosen folder. */
  pathCharacters: 1000,
  /** Bytes of one ignore file. */
  ignoreBytes: 100_000,
} as const

const listedPath = z.string().min(1).max(FOLDER_LISTING_LIMITS.pathCharacters)

const listedFileSchema = z.object({
  /** From the chosen folder on, with `/` between the parts. */
  path: listedPath,
  bytes: z.number().int().nonnegative(),
  /** Files of this name hold keys or passwords. */
  isSecret: z.boolean(),
})
export type ListedFile = z.infer<typeof listedFileSchema>

/** The entries that a listing may hold beside plain files. */
export const listingChoiceSchema = z.object({
  /** Entries whose name begins with a dot. */
  hidden: z.boolean(),
  /** Entries that an ignore file names, and folders that tools make. */
  ignored: z.boolean(),
})
export type ListingChoice = z.infer<typeof listingChoiceSchema>

const count = z.number().int().nonnegative()

/** The files below a folder, nearest first. */
export const folderListingSchema = z.object({
  files: z.array(listedFileSchema).max(FOLDER_LISTING_LIMITS.files),
  /** Numbers of entries that are not listed, by the reason. What is in a folder that is left out is not counted. */
  left: z.object({ links: count, hidden: count, ignored: count, unreadable: count }),
  /** The limits that the listing met. */
  cut: z.array(z.enum(['files', 'depth', 'time'])),
})
export type FolderListing = z.infer<typeof folderListingSchema>
