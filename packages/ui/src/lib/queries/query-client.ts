import { QueryClient } from '@tanstack/react-query'

/** The cache of everything main owns. Fetched once, then kept up to date by events: nothing goes stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Folds keep the identity of what did not change; a deep compare per delta would cost frames.
        structuralSharing: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
