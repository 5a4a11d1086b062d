/** Links of chats: what is shown before one opens, and hosts that are remembered. */
export { OWN_PAGES } from '../settings/own-pages.ts'
export {
  LONG_LINK_PART,
  MAX_LINK_HOSTS,
  linkDoubtSchema,
  type AddressRange,
  type LinkDoubt,
  type LinkReason,
  type LinkReview,
  type LinkText,
  type LinkTextSource,
} from '../settings/opened-link.ts'
