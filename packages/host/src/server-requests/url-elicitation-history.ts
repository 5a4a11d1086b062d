import { MAX_PAGE_VISITS, type PageVisit } from '@gatehouse/domain'
import type { Clock } from '../ports/index.ts'

/** Visits to the pages that one call needs, so that each of its asks can show them. */
export interface UrlElicitationHistory {
  add(url: string, what: PageVisit['what']): void
  /** For an ask; empty while there is nothing to show. */
  forAsk(): { visits?: PageVisit[] }
}

export function createUrlElicitationHistory(clock: Clock): UrlElicitationHistory {
  let visits: PageVisit[] = []
  return {
    add(url, what) {
      visits = [...visits, { at: clock.now(), host: new URL(url).host, what }]
      visits = visits.slice(-MAX_PAGE_VISITS)
    },
    forAsk: () => (visits.length === 0 ? {} : { visits }),
  }
}
