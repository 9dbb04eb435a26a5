import { lazyMap } from './lazy-map.tsx'

export const LazyJourneyMap = lazyMap(() => import('./JourneyMap.tsx'))
