import type { LngLat } from '@ambit/geo'
import { useEffect, useState } from 'react'

/** Where the browser is, when the user has already allowed to know it: nothing is asked for here. */
export const useGrantedLocation = (wanted: boolean): LngLat | null => {
  const [at, setAt] = useState<LngLat | null>(null)
  useEffect(() => {
    if (!wanted || !('permissions' in navigator) || !('geolocation' in navigator)) return
    let gone = false
    const look = async (): Promise<void> => {
      const { state } = await navigator.permissions.query({ name: 'geolocation' })
      if (state !== 'granted' || gone) return
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => gone || setAt([coords.longitude, coords.latitude]),
        () => undefined, // without a location the map stays at the settings' centre
      )
    }
    look().catch(() => undefined) // browsers that cannot be asked for this permission
    return () => {
      gone = true
    }
  }, [wanted])
  return at
}
