import { lazyMap } from '../map/lazy-map.tsx'

export const MonitoringMap = lazyMap(() => import('./TripsMap.tsx'))
