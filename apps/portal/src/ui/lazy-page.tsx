import { Skeleton, Stack } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { loadWithin } from './load-within.ts'

type Load = () => Promise<{ default: ComponentType }>

/** A page that is fetched when it is first opened, and again when that failed. */
export const lazyPage = (load: Load) => {
  const attempt = () => lazy(() => loadWithin(load))
  const LazyPage = () => {
    const [Page, setPage] = useState(attempt)
    return (
      <ErrorBoundary onRetry={() => setPage(attempt)}>
        <Suspense fallback={<PageSkeleton />}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    )
  }
  // The router fetches a page's code when its link is pointed at.
  return Object.assign(LazyPage, { preload: () => load().then(() => undefined) })
}

const PageSkeleton = () => (
  <Stack gap="md" aria-busy="true">
    <Skeleton h={24} w={180} />
    <Skeleton h={320} />
  </Stack>
)
