import { useEffect, useState } from 'react'
import { type Announcement, createAnnouncer } from '../ride/announcer.ts'
import { useRide } from './ride.tsx'

/** Says a sentence to screen readers when it changes: politely, or at once where it is urgent. */
export const Announced = ({ sentence, urgent }: { sentence: string; urgent: boolean }) => {
  const { now } = useRide()
  const [announce] = useState(createAnnouncer)
  const [said, setSaid] = useState<Announcement | null>(null)
  useEffect(() => {
    // Screen readers say what changes in a region that is there already.
    const timer = setTimeout(() => setSaid(announce(sentence, urgent, now())))
    return () => clearTimeout(timer)
  }, [announce, sentence, urgent, now])
  return (
    <>
      <p className="hidden" role="status">
        {said !== null && !said.urgent && said.sentence}
      </p>
      <p className="hidden" role="alert">
        {said !== null && said.urgent && said.sentence}
      </p>
    </>
  )
}
