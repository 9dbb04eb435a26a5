import { Skeleton, Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { loadWithin } from './load-within.ts'

const PageSkeleton = () => (
  <Stack gap="md" aria-busy="true">
    <Skeleton h={24} w={180} />
    <Skeleton h={320} />
  </Stack>
)

/** A page that is fetched when it is first opened, and again when that failed. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) => {
  const Page = lazyComponent(() => loadWithin(load), PageSkeleton)
  const LazyPage = () => (
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>
  )
  // The router fetches a page's code when its link is pointed at, and before it draws the page.
  return Object.assign(LazyPage, { preload: Page.preload })
}
