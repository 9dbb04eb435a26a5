import { type ComponentType, lazy, Suspense } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import classes from './lazy-map.module.css'
import { mapStrings } from './strings.ts'

/** A component with a map in it, whose code comes when it is first drawn; until then its place is kept. */
export const lazyMap = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> => {
  // lazy() returns an exotic component whose props TypeScript only knows as P through a conditional type.
  const Loaded = lazy(load) as unknown as ComponentType<P>
  return (props) => (
    <ErrorBoundary>
      <Suspense fallback={<div className={classes['loading']} role="status" aria-label={mapStrings.loading} />}>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
