import { lazyMap } from '../../map/lazy-map.tsx'

export const LazyPlacesMap = lazyMap(() => import('./PlacesMap.tsx'))
