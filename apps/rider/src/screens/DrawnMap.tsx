import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { PhoneMap as Map } from '@ambit/phone-map'
import { useRide } from '../ui/ride.tsx'
import styles from './map-of-ride.module.css'

/** The map comes by itself once there is something to show; where it does not come, the page is whole without it. */
const PhoneMap = lazy((): Promise<{ default: ComponentType<ComponentProps<typeof Map>> }> =>
  import('@ambit/phone-map').then(
    ({ PhoneMap: map }) => ({ default: map }),
    () => ({ default: () => null }),
  ),
)

type Props = Pick<ComponentProps<typeof Map>, 'label' | 'shown' | 'middle' | 'metres' | 'onTap'>

/** Something above the streets of the installation. */
export const DrawnMap = (props: Props) => {
  const { tiles, attribution } = useRide().config?.map ?? { tiles: null, attribution: null }
  return (
    <Suspense fallback={<div className={styles['place']} />}>
      <PhoneMap {...props} tiles={tiles} attribution={attribution} className={styles['map']} />
    </Suspense>
  )
}
