import { useEffect, useState } from 'react'
import { useDrive } from '../ui/drive.tsx'

/** In a demo: who may be tried, beside all those whom the simulation drives. */
export const DemoDrivers = () => {
  const { device, say } = useDrive()
  const [drivers, setDrivers] = useState<{ username: string; pin: string }[]>([])
  useEffect(() => {
    let stays = true
    void device.demoDrivers().then((found) => stays && setDrivers(found))
    return () => void (stays = false)
  }, [device])
  const [first] = drivers
  if (first === undefined) return null
  const who = drivers.map(({ username }) => username).join(', ')
  return <p>{say('demo_drivers', { who, pin: first.pin })}</p>
}
