import { type ReactNode, use, useEffect, useState } from 'react'
import type { Trouble } from '../api/trouble.ts'
import { Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'

type Props = { passenger: number; children: ReactNode }

/** A booking whose answer was lost is asked for once more before anything else, under its own key. Suspends. */
export const Resume = ({ passenger, children }: Props) => {
  const { flow, say, isIn } = useRide()
  const isLeft = use(flow.isLeft)
  const [isAsking, setAsking] = useState(isLeft)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  useEffect(() => {
    if (!isAsking || !isIn) return
    const ask = async (): Promise<void> => {
      const booked = await flow.resume(passenger)
      if (booked?.kind === 'refused' && booked.trouble.code === 'unauthenticated') return
      if (booked?.kind === 'booked') go(`rides/${booked.ride.id}`, { replace: true })
      if (booked?.kind === 'refused') setTrouble(booked.trouble)
      else setAsking(false)
    }
    void ask()
  }, [isAsking, isIn, flow, passenger])
  if (!isAsking) return children
  return (
    <Page title={say('your_ride')} about="resume">
      {trouble === null ? (
        <p role="status">{say('resuming')}</p>
      ) : (
        <>
          <p>{say('not_booked')}</p>
          <TroubleNote trouble={trouble} />
          <button type="button" onClick={() => setAsking(false)}>
            {say('go_on')}
          </button>
        </>
      )}
    </Page>
  )
}
