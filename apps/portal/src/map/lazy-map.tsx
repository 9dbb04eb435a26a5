import type { ComponentType } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import classes from './lazy-map.module.css'
import { mapStrings } from './strings.ts'

const MapSkeleton = () => <div className={classes['loading']} role="status" aria-label={mapStrings.loading} />

/** A component with a map in it, whose code comes when it is first drawn; until then its place is kept. */
export const lazyMap = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> => {
  const Loaded = lazyComponent(load, MapSkeleton)
  return (props) => (
    <ErrorBoundary>
      <Loaded {...props} />
    </ErrorBoundary>
  )
}
