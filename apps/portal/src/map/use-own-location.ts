import type { LngLat } from '@ambit/geo'
import { useEffect, useState } from 'react'

/** Where this browser is, where it is allowed to say so without a question. Null: not known. */
export const useOwnLocation = (): LngLat | null => {
  const [location, setLocation] = useState<LngLat | null>(null)
  useEffect(() => {
    let shown = true
    const locate = async (): Promise<void> => {
      const { state } = await navigator.permissions.query({ name: 'geolocation' })
      if (state === 'granted')
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => shown && setLocation([coords.longitude, coords.latitude]),
          () => {},
        )
    }
    // Browsers without permissions or on pages without TLS have no location either.
    if ('permissions' in navigator && 'geolocation' in navigator) void locate().catch(() => {})
    return () => void (shown = false)
  }, [])
  return location
}
