import { lazyMap } from '../../map/lazy-map.tsx'

export const LazyEffectMap = lazyMap(() => import('./EffectMap.tsx'))
