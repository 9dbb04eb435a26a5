import type { LngLat } from '@ambit/geo'
import { useSettings } from '../settings/settings.ts'
import { mapStrings } from './strings.ts'

/** The way to a point on the other map that the settings name. */
export const OutsideMap = ({ point: [lng, lat] }: { point: LngLat }) => {
  const { outsideMapUrl } = useSettings().app
  if (outsideMapUrl === null) return null
  const href = outsideMapUrl.replaceAll('{lat}', lat.toFixed(6)).replaceAll('{lng}', lng.toFixed(6))
  return (
    <>
      {' · '}
      <a href={href} target="_blank" rel="noreferrer">
        {mapStrings.outside}
      </a>
    </>
  )
}
