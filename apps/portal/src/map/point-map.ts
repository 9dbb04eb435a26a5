import { lazyMap } from './lazy-map.tsx'

export const LazyPointMap = lazyMap(() => import('./PointMap.tsx'))
