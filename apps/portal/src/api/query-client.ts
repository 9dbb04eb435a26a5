import { ApiError, NetworkError } from '@ambit/contract'
import { QueryClient } from '@tanstack/react-query'

const RETRIES = 2

/** Only what may pass by itself is tried again: no answer, not ready, too many. */
const mayPass = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status === 503 || error.status === 429))

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES && mayPass(error),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})
