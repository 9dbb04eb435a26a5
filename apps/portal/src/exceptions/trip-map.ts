import { lazyMap } from '../map/lazy-map.tsx'

export const LazyTripMap = lazyMap(() => import('./TripMap.tsx'))
