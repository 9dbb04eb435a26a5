import { type ReactNode, useEffect, useState } from 'react'
import { pending } from '../plan/pending.ts'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { Page } from '../ui/Page.tsx'

type Props = { passenger: number; children: ReactNode }

/** A booking whose answer was lost is asked for once more before anything else, under its own key. */
export const Resume = ({ passenger, children }: Props) => {
  const { flow, say } = useRide()
  const [isAsking, setAsking] = useState(() => pending.read() !== null)
  useEffect(() => {
    if (!isAsking) return
    void flow.resume(passenger).then((booked) => {
      if (booked?.kind === 'booked') go(`rides/${booked.ride.id}`, { replace: true })
      setAsking(false)
    })
  }, [isAsking, flow, passenger])
  if (!isAsking) return children
  return (
    <Page title={say('your_ride')} about="resume">
      <p role="status">{say('resuming')}</p>
    </Page>
  )
}
